import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import css from './more-button.module.css'

type Props = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'> & {
  label: string
  isBordered?: boolean
  children: ReactNode
}

/** A square icon button that opens a menu of secondary actions. */
export const MoreButton = ({ label, isBordered = false, children, ...rest }: Props) => (
  <ActionIcon
    {...rest}
    variant={isBordered ? 'default' : 'subtle'}
    color="gray"
    size={isBordered ? 36 : 32}
    aria-label={label}
  >
    {children}
  </ActionIcon>
)

/** The menu button beside the main action of a page: a label, or three dots on phones. */
export const PageMoreButton = ({
  label,
  ...rest
}: Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'> & { label: string }) => (
  <Button
    {...rest}
    variant="default"
    className={css.button}
    rightSection={<IconChevronDown size={14} stroke={1.75} />}
  >
    <span className={css.label}>{label}</span>
    <IconDots size={18} stroke={1.75} className={css.dots} aria-hidden />
  </Button>
)
