import { setNewest } from '../../lib/bounded-map.ts'
import type { App } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { StorefrontHost } from '../host/storefront-host.ts'
import { getShownAnnouncement, type StoreFrame } from '../page/load-frame.ts'
import { loadFrame } from '../page/read-store.ts'

const maxFrames = 100

/**
 * The frames of the stores whose pages were rendered last. All pages of a store in a language have
 * the same frame until the revision of the store changes. As the revision, a frame is up to a second
 * old, also beside content that is newer.
 */
export class FrameCache {
  private readonly frames = new Map<
    string,
    { revision: StorefrontHost['revision']; storeFrame: StoreFrame }
  >()

  private readonly app: Pick<App, 'config'>

  constructor(app: Pick<App, 'config'>) {
    this.app = app
  }

  async load(tx: Tx, host: StorefrontHost): Promise<StoreFrame> {
    const { storeId, primaryHost, language, revision } = host
    const key = `${storeId} ${primaryHost} ${language}`
    const kept = this.frames.get(key)
    const storeFrame =
      kept?.revision === revision ? kept.storeFrame : await loadFrame(this.app, tx, host)
    setNewest(this.frames, [key, { revision, storeFrame }], maxFrames)
    const announcement = getShownAnnouncement(storeFrame.sections)
    return { ...storeFrame, frame: { ...storeFrame.frame, announcement } }
  }
}
