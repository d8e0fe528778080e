import { useMediaQuery } from '@mantine/hooks'
import type { EditorView } from '../state/use-editor-view.ts'
import { type PreviewDevice, previewDevices } from './preview-page.ts'

/** Returns the devices whose width the window can show, and that of the preview. */
export function usePreviewDevice({ device }: Pick<EditorView, 'device'>) {
  const options = { getInitialValueInEffect: false }
  const isNarrow = useMediaQuery('(max-width: 1000px)', false, options)
  const isPhone = useMediaQuery('(max-width: 600px)', false, options)
  const devices: readonly PreviewDevice[] = isNarrow ? ['tablet', 'phone'] : previewDevices
  const largest = isNarrow ? 'tablet' : 'desktop'
  const availableDevice = devices.includes(device) ? device : largest
  return {
    isNarrow,
    devices: isPhone ? [] : devices,
    device: isPhone ? ('phone' as const) : availableDevice,
  }
}
