import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '../../lib/use-contract-form.ts'

/** Warns that a form in a drawer or dialog is outdated, or that the user can no longer save it. */
export function FormAlert<V extends Record<string, unknown>>({ form }: { form: ContractForm<V> }) {
  const { t } = useTranslation()
  if (!form.isOutdated && (form.canSave || !form.isChanged)) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="alert">
      {t(form.canSave ? 'ui.form.outdated' : 'ui.form.permissionLost')}
      {form.canSave && (
        <Button
          display="block"
          mt={8}
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.75} />}
          onClick={form.discard}
        >
          {t('ui.form.reload')}
        </Button>
      )}
    </Alert>
  )
}
