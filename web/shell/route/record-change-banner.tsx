import { Alert, Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { cmsApi } from '#contract/cms.ts'
import type { Permission } from '#contract/lib/permission.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { onRecordChange } from '../../lib/call/record-changes.ts'
import { useBusinessId } from '../../lib/session/session.ts'

/**
 * Says that the record of the page was changed in another tab or by another user, and reloads it.
 * The record is the one in the path or in the drawer of the page.
 */
export function RecordChangeBanner({
  permission,
  onReload,
}: {
  permission: Permission
  onReload: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const storeId = useBusinessId()
  const { id: pathId, slug } = useParams()
  const drawerId = useSearchParams()[0].get('edit')
  const [subject] = permission.split(':')
  // A content page has its handle in the path.
  const contentId = slug
    ? client.getQueryData(queryOptionsFor(cmsApi.getPage, { params: { slug } }).queryKey)?._id
    : storeId
  const id = pathId ?? drawerId ?? (subject === 'cms' ? contentId : undefined)
  const [changedId, setChangedId] = useState<string>()
  const [isLoading, setLoading] = useState(false)
  useEffect(
    function listenForChanges() {
      return onRecordChange(change => {
        if (change.subject === subject && change.id === id) setChangedId(change.id)
      })
    },
    [subject, id],
  )
  if (changedId === undefined || changedId !== id) return null
  const reload = async () => {
    setLoading(true)
    await client.invalidateQueries()
    setLoading(false)
    setChangedId(undefined)
    onReload()
  }
  return (
    <Alert color="yellow" mb={16} role="status" data-banner>
      <Group justify="space-between" gap="xs">
        <span>{t('shell.recordChanged.text')}</span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.75} />}
          loading={isLoading}
          onClick={() => void reload()}
        >
          {t('shell.recordChanged.reload')}
        </Button>
      </Group>
    </Alert>
  )
}
