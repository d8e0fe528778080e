import { encodePath } from '#contract/lib/text/url-path.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { App } from '../lib/call/serve.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { loadFrame, readStore } from '../storefront/page/read-store.ts'

/** A store as agents see it. */
export type AgentStore = {
  name: string
  url: string
  currency: string
  policyKinds: readonly string[]
  toUrl: (path: string) => string
}

/** Returns undefined if the store is not open for agents, who cannot enter a password. */
export const loadAgentStore = (app: App, host: StorefrontHost): Promise<AgentStore | undefined> =>
  readStore(app, host, async tx => {
    const { frame, sections } = await loadFrame(app, tx, host)
    const isOpen = host.status === 'live' && host.passwordId === null && sections.channels.agents
    if (!isOpen) return undefined
    const { store, language, languages, policyKinds } = frame
    const { name, url, currency } = store
    return {
      name,
      url,
      currency,
      policyKinds,
      toUrl: path =>
        url +
        (path.startsWith('/media/') ? encodePath(path) : addLanguage(path, language, languages)),
    }
  })
