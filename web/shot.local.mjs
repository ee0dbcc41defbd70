import { chromium } from 'playwright-core';
// node shot.mjs NAME PATH [width height] [query]
const jobs=JSON.parse(process.argv[2]);
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--use-angle=swiftshader','--enable-unsafe-swiftshader','--force-device-scale-factor=1']});
for(const {name,url,w=1280,h=800,wait=2500,store,scheme='dark'} of jobs){
  const c=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme,locale:'en-GB'});const p=await c.newPage();
  if(store) await p.addInitScript((s)=>localStorage.setItem('juez',s),JSON.stringify(store));
  p.on('console',m=>{if(m.type()==='error')console.log(name,m.text())});p.on('pageerror',e=>console.log(name,String(e)));
  await p.goto('http://localhost:5173'+url);await p.waitForTimeout(wait);
  await p.screenshot({path:`/tmp/shots/${name}.png`});await c.close();console.log(name)}
await b.close();
