import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/call/request.ts'
import * as transfer from '../lib/call/transfer.ts'
import { toast } from '../lib/page/toast.ts'
import { useImageUpload } from './use-image-upload.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const toImageFiles = (...names: string[]) =>
  names.map(name => new File(['x'], name, { type: 'image/png' }))

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
  const files = toImageFiles('a.png', 'bad.png', 'b.png')
  await act(() => result.current.uploadImages(files))
  expect(onUploaded.mock.calls).toEqual([[[{ fileName: 'a.png' }, { fileName: 'b.png' }]]])
  expect(showError.mock.calls).toMatchObject([[{ message: 'bad.png is damaged' }]])
  expect(result.current.fraction).toBeUndefined()
})

test.each([0, 401, 403, 429, 503])('sends no further image after error %d', async status => {
  const error = new ApiError(status, { status: false, code: 'unavailable', message: 'Later' })
  const upload = vi
    .spyOn(transfer, 'uploadFile')
    .mockResolvedValueOnce([{ fileName: 'a.png' }])
    .mockRejectedValue(error)
  const showError = vi.spyOn(toast, 'errorUnlessHandled')
  const onUploaded = vi.fn()
  const { result } = renderHook(() => useImageUpload(onUploaded))
  await act(() => result.current.uploadImages(toImageFiles('a.png', 'b.png', 'c.png')))
  expect(upload).toHaveBeenCalledTimes(2)
  expect(showError.mock.calls).toEqual([[error]])
  expect(onUploaded.mock.calls).toEqual([[[{ fileName: 'a.png' }]]])
  expect(result.current.fraction).toBeUndefined()
})
