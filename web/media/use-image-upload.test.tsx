import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/call/request.ts'
import * as transfer from '../lib/call/transfer.ts'
import { toast } from '../lib/page/toast.ts'
import { useImageUpload } from './use-image-upload.ts'

test('keeps the good images beside a damaged one, and shows an error for that', async () => {
  vi.spyOn(transfer, 'uploadFile').mockImplementation(async (_route, { files }) => {
    const fileName = files[0]?.name ?? ''
    if (fileName === 'bad.png')
      throw new ApiError(415, { status: false, code: 'damaged', message: `${fileName} is damaged` })
    return files.map(({ name }) => ({ fileName: name }))
  })
  const showError = vi.spyOn(toast, 'errorUnlessHandled')
  const onUploaded = vi.fn()
  const { result } = renderHook(() => useImageUpload(onUploaded))
  const files = ['a.png', 'bad.png', 'b.png'].map(
    name => new File(['x'], name, { type: 'image/png' }),
  )
  await act(() => result.current.uploadImages(files))
  expect(onUploaded.mock.calls).toEqual([[[{ fileName: 'a.png' }, { fileName: 'b.png' }]]])
  expect(showError.mock.calls).toMatchObject([[{ message: 'bad.png is damaged' }]])
  expect(result.current.fraction).toBeUndefined()
})
