import type { Frame, Page } from '@playwright/test'
import { canaryName } from './hostile-texts.ts'

/** Records scripts that run, and everything that a page loads from another host or reports. */
export function watchActiveContent(page: Page, hosts: readonly string[]) {
  const problems: string[] = []
  const report = (problem: string) => problems.push(`${page.url()} ${problem.slice(0, 300)}`)
  page.on('dialog', dialog => {
    report(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => report(`error: ${error.message}`))
  page.on('console', message => {
    if (/content security policy|refused to/i.test(message.text())) report(message.text())
  })
  page.on('popup', popup => report(`window: ${popup.url()}`))
  page.on('request', request => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && !hosts.includes(url.hostname)) report(`loads ${url.href}`)
  })
  /** Adds the active content of the current page and its frames. */
  async function check() {
    for (const frame of page.frames())
      for (const found of await findActiveContent(frame)) report(found)
  }
  return { problems, check }
}

/** Returns the elements and attributes of a document that run scripts or replace the page. */
const findActiveContent = (frame: Frame) =>
  frame.evaluate(canary => {
    const describe = (element: Element) => element.outerHTML.slice(0, 200)
    const elements = [...document.querySelectorAll('*')]
    const isOwnScript = (script: HTMLScriptElement) =>
      script.type === 'application/ld+json' ||
      (script.src.startsWith(`${location.origin}/`) && script.text === '')
    const isActiveLink = ({ name, value }: Attr) =>
      /^(xlink:)?(href|src|action|formaction|data|srcdoc|poster|background)$/.test(name) &&
      // Browsers ignore these characters in the scheme of a URL.
      /^(javascript:|vbscript:|data:(?!image\/(png|jpeg|webp|gif|svg\+xml)[;,])|blob:|filesystem:)/i.test(
        [...value].filter(character => character > ' ').join(''),
      )
    const isRefresh = (element: Element) =>
      /^(refresh|set-cookie)$/i.test(element.getAttribute('http-equiv') ?? '')
    return [
      ...(canary in window ? ['a script has run'] : []),
      ...[...document.scripts].filter(script => !isOwnScript(script)).map(describe),
      ...elements
        .filter(
          element =>
            element.matches(
              'object, embed, applet, frameset, base, portal, fencedframe, isindex, link[rel=import]',
            ) ||
            isRefresh(element) ||
            [...element.attributes].some(
              attribute => attribute.name.startsWith('on') || isActiveLink(attribute),
            ),
        )
        .map(describe),
    ]
  }, canaryName)
