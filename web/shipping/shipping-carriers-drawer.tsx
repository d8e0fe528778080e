import { useTranslation } from 'react-i18next'
import { shippingApi } from '#contract/store/shipping.ts'
import {
  ShippingSettingsEdit,
  type StoredShippingSettings,
} from '#contract/store/shipping-settings.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import { FormItem, FormItems } from '../ui/form/form-items.tsx'

type Props = { settings: StoredShippingSettings; onClose: () => void }

/** The form of the store's own carriers. */
export function ShippingCarriersDrawer({ settings, onClose }: Props) {
  const { t } = useTranslation()
  const update = useRouteMutation(shippingApi.updateSettings)
  const form = useContractForm(ShippingSettingsEdit.pick({ carriers: true, version: true }), {
    values: { carriers: settings.carriers, version: settings.version },
    can: 'business:write',
    onSave: async edit => {
      await update.mutateAsync({ body: { ...settings, ...edit } })
      onClose()
    },
  })
  return (
    <DrawerForm
      form={form}
      title={t('shipping.editCarriers')}
      saveLabel={t('shipping.save')}
      onClose={onClose}
    >
      <FormItems
        title={t('shipping.carriers')}
        addLabel={t('shipping.addCarrier')}
        can="business:write"
        onAdd={() => form.insertListItem('carriers', { name: '', trackingUrl: '' })}
      >
        {(form.values.carriers ?? []).map(({ name }, index) => (
          <FormItem
            // biome-ignore lint/suspicious/noArrayIndexKey: carriers have no id, and their values change
            key={index}
            firstField={
              <TextField
                form={form}
                name={`carriers.${index}.name`}
                label={t('shipping.carrierName')}
              />
            }
            removeLabel={t('shipping.removeCarrier', { name })}
            onRemove={() => form.removeListItem('carriers', index)}
          >
            <TextField
              form={form}
              name={`carriers.${index}.trackingUrl`}
              label={t('shipping.carrierUrl')}
              description={t('shipping.carrierUrlHint')}
              placeholder="https://courier.example/track/{number}"
              type="url"
            />
          </FormItem>
        ))}
      </FormItems>
    </DrawerForm>
  )
}
