import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/store/store.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'

type Props = {
  label: string
  /** The path of the page in the store; the home page by default. */
  path?: string
  /** The current store by default. */
  store?: Pick<Store, 'storefrontUrl'>
  variant?: 'filled' | 'default' | 'subtle'
}

/** A button that opens a page of a store in a new tab. */
export function StorefrontButton({ label, path = '', store, variant = 'default' }: Props) {
  const { t } = useTranslation()
  const currentStore = useCurrentStore()
  const targetStore = store ?? currentStore
  return (
    <Button
      component="a"
      href={targetStore && targetStore.storefrontUrl + path}
      target="_blank"
      rel="noreferrer"
      variant={variant}
      leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
    >
      {label}
      <span className="sw-hidden"> ({t('store.newTab')})</span>
    </Button>
  )
}

/** An icon that opens a page of a store in a new tab. */
export function StorefrontIconLink({
  label,
  url,
  size,
}: {
  label: string
  url: string
  size: number
}) {
  const { t } = useTranslation()
  return (
    <Tooltip label={label}>
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        color="gray"
        size={size}
        aria-label={`${label} (${t('store.newTab')})`}
      >
        <IconExternalLink size={size / 2} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
