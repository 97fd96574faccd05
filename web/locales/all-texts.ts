import adminEn from '#web/locales/admin-en.json' with { type: 'json' }
import adminFi from '#web/locales/admin-fi.json' with { type: 'json' }
import adminSv from '#web/locales/admin-sv.json' with { type: 'json' }
import en from '#web/locales/en.json' with { type: 'json' }
import fi from '#web/locales/fi.json' with { type: 'json' }
import sv from '#web/locales/sv.json' with { type: 'json' }

/** The shop's texts and the back office's, as an admin's browser has them; for those who look at them as a whole. */
export const ALL_TEXTS = {
  en: { ...en, ...adminEn },
  fi: { ...fi, ...adminFi },
  sv: { ...sv, ...adminSv },
}
