import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Cms, cmsApi } from '#contract/cms.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { EditForm } from '../ui/form/edit-form.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './cms.module.css'
import { ContactSection, SocialSection } from './cms-about-sections.tsx'
import { CmsValues, changedSections, editOf, sectionNames, sectionsWithErrors } from './cms-form.ts'
import { HeroSection } from './cms-hero-section.tsx'
import { HomeSection } from './cms-home-section.tsx'
import { AnnouncementSection, FooterSection, IdentitySection } from './cms-look-sections.tsx'
import { NavigationSection } from './cms-navigation-section.tsx'
import { PoliciesSection } from './cms-policies-section.tsx'
import { useThemes } from './cms-preview.tsx'
import { CheckoutSection, SeoSection } from './cms-rules-sections.tsx'
import { CmsSectionNav, type SectionName } from './cms-section-nav.tsx'
import { PageListSection } from './page-list-section.tsx'

/** All content of a store as one form, a section at a time. */
export function CmsPage() {
  const cms = useQuery(queryOf(cmsApi.get, {}))
  return (
    <Loaded query={cms} beside={[useThemes()]}>
      {found => <Sections cms={found} />}
    </Loaded>
  )
}
CmsPage.warm = (({ client }) => client.prefetchQuery(queryOf(cmsApi.get, {}))) satisfies Warm

const editors = {
  identity: IdentitySection,
  announcement: AnnouncementSection,
  hero: HeroSection,
  home: HomeSection,
  navigation: NavigationSection,
  contact: ContactSection,
  social: SocialSection,
  footer: FooterSection,
  policies: PoliciesSection,
  seo: SeoSection,
  checkout: CheckoutSection,
}
const readSection = (wanted: string | null): SectionName =>
  [...sectionNames, 'pages' as const].find(name => name === wanted) ?? 'identity'

function Sections({ cms }: { cms: Cms }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const update = useSend(cmsApi.update, { otherwise: t('ui.error.title') })
  const { updatedAt: _, ...values } = cms
  const form = useContractForm(CmsValues, {
    values,
    onSave: body => update.mutateAsync({ body: editOf(cms, body) }),
  })
  const section = readSection(params.get('section'))
  const Editor = section === 'pages' ? undefined : editors[section]
  return (
    <EditForm form={form}>
      <PageHeader title={t('cms.page.title')} subtitle={t('cms.page.subtitle')} />
      <div className={css.layout}>
        <CmsSectionNav
          current={section}
          changed={changedSections(cms, form.values)}
          wrong={sectionsWithErrors(form.errors)}
          onChoose={name => setParams({ section: name }, { preventScrollReset: true })}
        />
        <div className={css.editor}>{Editor ? <Editor form={form} /> : <PageListSection />}</div>
      </div>
    </EditForm>
  )
}
