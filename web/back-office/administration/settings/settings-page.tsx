import type { ComponentType } from 'react'
import { Navigate, useParams } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { BarcodesSection } from './barcodes-section.tsx'
import { HealthSection } from './health-section.tsx'
import { LanguagesSection } from './languages-section.tsx'
import { CameraNoticeSection, PrivacyNoticeSection } from './notice-section.tsx'
import { OperatorSection } from './operator-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { isSection, type Section, SECTIONS } from './sections.ts'
import { TermsSection } from './terms-section.tsx'
import { VatSection } from './vat-section.tsx'

const PARTS: Record<Section, ComponentType> = {
  operator: OperatorSection,
  terms: TermsSection,
  privacy: PrivacyNoticeSection,
  cameras: CameraNoticeSection,
  vat: VatSection,
  languages: LanguagesSection,
  barcodes: BarcodesSection,
  retention: RetentionSection,
  health: HealthSection,
}

/** One section of the settings. */
export function SettingsPage() {
  const { section = SECTIONS[0] } = useParams()
  if (!isSection(section)) return <Navigate to={PATHS.home} replace />
  const Part = PARTS[section]
  return <Part key={section} />
}
