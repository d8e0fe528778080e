import {
  type Icon,
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconDots,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { PaymentKind } from '#contract/payment/payment-method.ts'

export const paymentKindIcons: Record<PaymentKind, Icon> = {
  cash_on_delivery: IconTruckDelivery,
  bank_transfer: IconBuildingBank,
  cash_at_pickup: IconBuildingStore,
  other: IconDots,
  stripe: IconCreditCard,
  mollie: IconCreditCard,
}
