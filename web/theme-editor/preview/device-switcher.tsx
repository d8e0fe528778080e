import { SegmentedControl } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PreviewDevice } from './preview-page.ts'

const icons = { desktop: IconDeviceDesktop, tablet: IconDeviceTablet, phone: IconDeviceMobile }

export function DeviceSwitcher({
  devices,
  device,
  onChange,
}: {
  devices: readonly PreviewDevice[]
  device: PreviewDevice
  onChange: (device: PreviewDevice) => void
}) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      value={device}
      aria-label={t('theme.edit.device')}
      onChange={value => onChange(devices.find(name => name === value) ?? device)}
      data={devices.map(value => {
        const Icon = icons[value]
        const name = t(`themeEditor.device.${value}`)
        return {
          value,
          label: (
            <>
              <Icon size={16} stroke={1.75} aria-hidden style={{ display: 'block' }} />
              <span className="sw-hidden">{name}</span>
            </>
          ),
        }
      })}
    />
  )
}
