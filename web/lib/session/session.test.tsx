import { expect, test } from 'vitest'
import { getStoreId, setStoreId } from './session.ts'

test('a tab that an earlier version has opened keeps its store', () => {
  sessionStorage.setItem('businessId', 'pots')
  expect(getStoreId()).toBe('pots')
  setStoreId('jars')
  expect(getStoreId()).toBe('jars')
  setStoreId(null)
  expect(getStoreId()).toBeUndefined()
})
