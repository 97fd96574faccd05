import adminEn from './admin-en.json' with { type: 'json' }
import adminFi from './admin-fi.json' with { type: 'json' }
import adminSv from './admin-sv.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fi from './fi.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }

/** The shop's texts and the back office's, as an admin's browser has them; for code that needs all of them. */
export const ALL_TEXTS = {
  en: { ...en, ...adminEn },
  fi: { ...fi, ...adminFi },
  sv: { ...sv, ...adminSv },
}
