import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { fetchFile } from '../../lib/call/transfer.ts'
import { toast } from '../../lib/page/toast.ts'

/**
 * Opens a file in a new tab, where the browser prints it. The tab opens first, because browsers block
 * tabs that a page opens later.
 */
export function printFile({ _id, contentType }: OrderFile): void {
  const tab = window.open('', '_blank')
  fetchFile(orderFileApi.getFile, { params: { id: _id } })
    .then(content => {
      const url = URL.createObjectURL(new Blob([content], { type: contentType }))
      if (tab) tab.location.href = url
      // By then the tab has read the blob.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    })
    .catch(error => {
      tab?.close()
      toast.errorUnlessHandled(error)
    })
}
