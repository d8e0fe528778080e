import type { ProductStatus } from '#contract/product/product.ts'
import type { StatusTone } from '../../ui/message/status-badge.tsx'

export const productStatusTones: Record<ProductStatus, StatusTone> = {
  active: 'good',
  draft: 'neutral',
  archived: 'warn',
}
