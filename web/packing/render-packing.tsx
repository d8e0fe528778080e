import type { Root } from 'react-dom/client'
import { UiProvider } from '../ui/page/ui-provider.tsx'
import { PackingPage } from './packing-page.tsx'

/** Renders the page of a packer link without the back office. */
export const renderPacking = (root: Root) =>
  root.render(
    <UiProvider>
      <PackingPage />
    </UiProvider>,
  )
