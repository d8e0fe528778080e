import { useFrame } from '../../part/frame/page-context.tsx'
import { StoreFooter } from '../../part/frame/store-footer.tsx'
import type { ThemeParts } from '../../part/frame/theme-parts.tsx'

export const parts: Partial<ThemeParts> = { StoreFooter: NocturneFooter }

/** The name of the store closes the page in the largest type. */
function NocturneFooter() {
  return (
    <StoreFooter>
      <p className="footer-name" aria-hidden="true">
        {useFrame().store.name}
      </p>
    </StoreFooter>
  )
}
