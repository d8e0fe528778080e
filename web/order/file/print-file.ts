import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { fetchFile } from '../../lib/call/call-api.ts'
import { toast } from '../../lib/page/toast.ts'
import { openFile } from '../../ui/dialog/open-file.ts'

/** Opens a file in a new tab, where the browser prints it. */
export const printFile = ({ _id, contentType }: OrderFile): Promise<void> =>
  openFile(() => fetchFile(orderFileApi.getFile, { params: { id: _id } }), contentType).catch(
    error => toast.errorUnlessHandled(error),
  )
