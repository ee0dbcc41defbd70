/** Renders a flat table as a picture: its drawing with the page's styles written into it. */

/**
 * Style properties of the page that change a drawing; each is also an SVG attribute, which the
 * content security policy allows.
 */
const STYLES = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity',
  'opacity', 'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'paint-order', 'vector-effect', 'display',
  'visibility', 'filter', 'color', 'stop-color', 'stop-opacity', 'letter-spacing',
];

/** Returns a copy of a drawing that looks the same without the page. */
function alone(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawing, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')]);
  from!.forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to![at]!.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** Draws a host's table onto a canvas, at its upper left corner. */
export async function picture(pen: CanvasRenderingContext2D, host: HTMLElement, width: number, height: number): Promise<void> {
  const drawing = host.querySelector('svg');
  if (!drawing) throw new Error('the table has no drawing');
  pen.fillStyle = getComputedStyle(drawing).getPropertyValue('--room') || '#120b08';
  pen.fillRect(0, 0, width, height);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(drawing, width, height))}`;
  await image.decode();
  pen.drawImage(image, 0, 0, width, height);
}
