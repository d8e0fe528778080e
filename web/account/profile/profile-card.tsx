import { Avatar, Button, FileButton, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountProfileApi, Profile } from '#contract/account/account-profile.ts'
import { imageTypes, maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { languages } from '#contract/lib/text/languages.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { uploadFile } from '../../lib/call/transfer.ts'
import { toast } from '../../lib/page/toast.ts'
import { applyLanguageTag } from '../../lib/preference/i18n.ts'
import { useLanguage } from '../../lib/preference/language.ts'
import { saveUser, useSession } from '../../lib/session/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import css from './account-page.module.css'

/** Edits the user's avatar, name and language. */
export function ProfileCard() {
  return (
    <SectionCard>
      <div className={css.profileFields}>
        <AvatarField />
        <NameForm />
        <LanguageField />
      </div>
    </SectionCard>
  )
}

function LanguageField() {
  const { t } = useTranslation()
  return (
    <NativeSelect
      className={css.languageSelect ?? ''}
      label={t('ui.language')}
      value={useLanguage()}
      data={languages.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={event => void applyLanguageTag(event.currentTarget.value)}
    />
  )
}

function AvatarField() {
  const { t } = useTranslation()
  const user = useSession()
  const remove = useRouteMutation(accountProfileApi.deleteAvatar)
  const [isSending, setSending] = useState(false)
  const uploadAvatar = async (file: File | null) => {
    if (!file) return
    if (file.size > maxImageBytes)
      return toast.error(t('ui.image.tooLarge', { name: file.name, max: maxImageMegabytes }))
    setSending(true)
    await uploadFile(accountProfileApi.setAvatar, { files: [file] }).then(
      saveUser,
      toast.errorUnlessHandled,
    )
    setSending(false)
  }
  return (
    <div className={css.avatarField}>
      <Avatar
        src={user?.avatar ?? null}
        name={user?.fullName}
        alt=""
        color="accent"
        size={72}
        radius={36}
      />
      <Group gap="xs">
        <FileButton accept={imageTypes.join(',')} onChange={file => void uploadAvatar(file)}>
          {props => (
            <Button {...props} variant="default" size="xs" loading={isSending}>
              {t('person.profile.choose')}
            </Button>
          )}
        </FileButton>
        {user?.avatar && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            loading={remove.isPending}
            onClick={() => remove.mutate({}, { onSuccess: saveUser })}
          >
            {t('person.profile.remove')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function NameForm() {
  const { t } = useTranslation()
  const user = useSession()
  const edit = useRouteMutation(accountProfileApi.updateProfile)
  const form = useContractForm(Profile, {
    values: { fullName: user?.fullName ?? '' },
    onSave: async body => saveUser(await edit.mutateAsync({ body })),
  })
  return (
    <form
      className={css.nameForm}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.save()
      }}
    >
      <TextField form={form} name="fullName" label={t('account.fullName')} autoComplete="name" />
      <Button type="submit" variant="default" loading={form.isSaving}>
        {t('ui.form.save')}
      </Button>
    </form>
  )
}
