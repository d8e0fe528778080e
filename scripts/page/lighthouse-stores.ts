import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoServer } from '../demo-server.ts'

/** Activates a theme and waits until the store shows it. */
export async function activateLighthouseTheme(
  server: DemoServer,
  { _id, code }: { _id: string; code: string },
) {
  await server.send('PATCH', `theme/activate/${_id}`)
  while (!(await fetchPage(server.storeUrl)).includes(`data-theme="${code}"`)) await sleep(500)
}

/** Returns the home page, the first category and the first product on the home page. */
export async function listStorePages({ storeUrl }: DemoServer) {
  const home = await fetchPage(storeUrl)
  const getUrl = (path: RegExp) => storeUrl + (path.exec(home)?.[1] ?? '/')
  return [
    { title: 'home', url: `${storeUrl}/` },
    { title: 'category', url: getUrl(/href="(\/categories\/[^"]+)"/) },
    { title: 'product', url: getUrl(/href="(\/products\/[^"]+)"/) },
  ]
}

/** A job creates the AVIF files of the images after the demo store. */
export async function waitForImages(url: string) {
  for (let attempt = 0; attempt < 120; attempt++) {
    const pictures = (await fetchPage(url)).match(/<picture.*?<\/picture>/gs) ?? []
    if (pictures.every(picture => picture.includes('image/avif'))) return
    await sleep(1000)
  }
}

/** Chromium finds hosts that end in `.localhost` on this machine, but not every system does. */
const fetchPage = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname } = new URL(url)
    request({ port, path: pathname, headers: { host } }, reply => text(reply).then(resolve, reject))
      .on('error', reject)
      .end()
  })
