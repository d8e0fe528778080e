import { Anchor } from '@mantine/core'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { startDownload } from '../../lib/call/transfer.ts'

/** The name of a file, which downloads it. */
export function FileLink({ file: { _id, fileName } }: { file: OrderFile }) {
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      onClick={() => startDownload(orderFileApi.getFile, { params: { id: _id } }, fileName)}
    >
      <bdi>{fileName}</bdi>
    </Anchor>
  )
}
