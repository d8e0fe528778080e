import { useTranslation } from 'react-i18next'
import { type Segment, SegmentInput, segmentApi } from '#contract/campaign/segment.ts'
import { useSaveRecord } from '../lib/call/use-save-record.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { DrawerForm } from '../ui/form/drawer-form.tsx'
import type { RecordFormProps } from '../ui/form/open-record-form.tsx'
import { SegmentFields } from './segment-fields.tsx'
import { SegmentPeople } from './segment-people.tsx'

/** The form of a new or existing segment, with the people who match it now. */
export function SegmentDrawer({ record: segment, onClose }: RecordFormProps<Segment>) {
  const { t } = useTranslation()
  const form = useContractForm(SegmentInput, {
    values: { name: segment?.name ?? '', filter: segment?.filter ?? {} },
    can: 'campaign:write',
    onSave: useSaveRecord(segmentApi, segment, onClose),
  })
  return (
    <DrawerForm
      form={form}
      title={segment ? t('segment.edit', { name: segment.name }) : t('segment.add')}
      saveLabel={t(segment ? 'segment.save' : 'segment.add')}
      onClose={onClose}
      deletion={
        segment && {
          route: segmentApi.delete,
          id: segment._id,
          label: t('segment.delete'),
          title: t('segment.deleteTitle', { name: segment.name }),
          text: t('segment.deleteText'),
        }
      }
    >
      <TextField form={form} name="name" label={t('segment.name')} required />
      <SegmentPeople filter={form.values.filter} />
      <SegmentFields form={form} />
    </DrawerForm>
  )
}
