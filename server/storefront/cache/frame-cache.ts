import { setNewest } from '../../lib/bounded-map.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { getShownAnnouncement, type StoreFrame } from '../page/load-frame.ts'
import { loadFrame } from '../page/read-store.ts'
import { getCacheKey } from './page-cache.ts'

const maxFrames = 100

/**
 * The frames of the stores whose pages were rendered last. All pages of a store in a language have
 * the same frame until the revision of the store changes.
 */
export class FrameCache {
  private readonly frames = new Map<string, StoreFrame>()

  private readonly app: Pick<App, 'config'>

  constructor(app: Pick<App, 'config'>) {
    this.app = app
  }

  async load(tx: Tx, host: StorefrontHost): Promise<StoreFrame> {
    const key = getCacheKey(host, 'frame')
    const storeFrame = this.frames.get(key) ?? (await loadFrame(this.app, tx, host))
    setNewest(this.frames, [key, storeFrame], maxFrames)
    const announcement = getShownAnnouncement(storeFrame.sections)
    return { ...storeFrame, frame: { ...storeFrame.frame, announcement } }
  }
}
