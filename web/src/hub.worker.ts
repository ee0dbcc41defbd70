/** The worker shared by all pages of a browser. It holds their connections to the server. */
import { ALIVE, Hub, type FromHub, type ToHub } from './hub';
import { addressOf } from './site';

declare const self: { onconnect: ((event: MessageEvent) => void) | null };

const hub = new Hub((path) => new EventSource(addressOf(path)));

self.onconnect = (event) => {
  const port = event.ports[0]!;
  const leave = new Map<number, () => void>();
  let alive: ReturnType<typeof setTimeout> | undefined;
  // A crashed page sends nothing.
  const heard = (): void => {
    clearTimeout(alive);
    alive = setTimeout(drop, ALIVE);
  };
  /** Drops a page after long silence. If it only slept, it reconnects. */
  const drop = (): void => {
    leave.forEach((left, id) => {
      left();
      say({ id, is: 'lost' });
    });
    leave.clear();
  };
  const say = (message: FromHub): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToHub>) => {
    heard();
    if ('close' in data) {
      leave.get(data.close)?.();
      leave.delete(data.close);
    } else if ('open' in data) {
      const id = data.open;
      leave.set(id, hub.add(data.subject, {
        open: () => say({ id, is: 'open' }),
        message: (message, at) => say({ id, is: 'message', message, at }),
        heartbeat: () => say({ id, is: 'heartbeat' }),
        lost: () => {
          leave.delete(id);
          say({ id, is: 'lost' });
        },
      }));
    }
  };
  port.start();
};
