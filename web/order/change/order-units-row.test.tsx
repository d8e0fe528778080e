import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { z } from 'zod'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { renderElement } from '../../testing/testing.tsx'
import { OrderUnitsRow } from './order-units-row.tsx'

function Row() {
  const form = useContractForm(z.object({ quantity: z.number() }), {
    values: { quantity: 1 },
    onSave: async () => {},
  })
  const line = { title: 'Cover', variantTitle: '45 × 45 cm', sku: 'C-45', image: '' }
  return <OrderUnitsRow form={form} name="quantity" line={line} max={2} maxLabel="متبقٍّ 2" />
}

test('the name and the SKU of a variant keep their direction in Arabic', async () => {
  await renderElement(<Row />, { language: 'ar' })
  await screen.findByText('\u2068متبقٍّ 2\u2069 · \u206845 × 45 cm\u2069 · \u2068C-45\u2069')
})
