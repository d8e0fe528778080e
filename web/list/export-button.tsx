import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Route } from '#contract/lib/call/api.ts'
import type { RouteArgs } from '../lib/call/call-api.ts'
import { startDownload } from '../lib/call/transfer.ts'

type Props<Q, B, R, P extends string> = {
  route: Route<Q, B, R, P>
  args: RouteArgs<Q, B, P>
  label: string
}

/** Downloads the rows of a list as a file. */
export function ExportButton<Q, B, R, P extends string>({ route, args, label }: Props<Q, B, R, P>) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      onClick={() => startDownload(route, args)}
    >
      {label}
    </Button>
  )
}
