import { ActionIcon } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

type Props = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'> & { label: string; isBordered?: boolean; children: ReactNode }

/** The square button of a menu with what is seldom needed. */
export const MoreButton = ({ label, isBordered = false, children, ...rest }: Props) =>
  <ActionIcon {...rest} variant={isBordered ? 'default' : 'subtle'} color="gray" size={isBordered ? 36 : 32} aria-label={label}>{children}</ActionIcon>
