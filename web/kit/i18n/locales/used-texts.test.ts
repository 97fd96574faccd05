// oxlint-disable max-lines -- one table, in which a key is searched for
import { expect, test } from 'vitest'
import { REMOVAL_BLOCKERS } from '#contract/accounts/privacy.ts'
import { AUDIT_KINDS, auditEntry } from '#contract/administration/audit-log.ts'
import { CAMPAIGN_STATES } from '#contract/administration/campaigns.ts'
import { CHECKLIST_STEPS, GO_LIVE_STEPS } from '#contract/administration/dashboard.ts'
import { NOTICE_KINDS } from '#contract/administration/legal-notices.ts'
import { SELLER_PARTS } from '#contract/administration/seller.ts'
import { DISK_NAMES, healthState } from '#contract/administration/settings.ts'
import { PRODUCT_USES } from '#contract/catalogue/admin-products.ts'
import { type ImportResult, UNREADABLE_REASONS } from '#contract/catalogue/product-imports.ts'
import { RATE_STATES } from '#contract/catalogue/vat-rates.ts'
import { ERRORS } from '#contract/error-codes.ts'
import { MESSAGE_STATES } from '#contract/messaging/messages.ts'
import { MESSAGE_TYPES } from '#contract/messaging/push-devices.ts'
import { adminOrders, ORDER_PERIODS } from '#contract/orders/admin-orders.ts'
import { BUYER_STATES } from '#contract/orders/admin-recalls.ts'
import { SETTLEMENT_KINDS } from '#contract/payments/payouts.ts'
import { PICK_UPS } from '#contract/preorders/admin-preorders.ts'
import { DOOR_FAULTS } from '#contract/stores/doors.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { INVITATION_STATES } from '#domain/accounts/invitation.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'
import { OPERATOR_FIELDS } from '#domain/administration/operator-fields.ts'
import { REPORT_FIGURES, REPORT_NAMES, type RowKind } from '#domain/administration/reports.ts'
import { BACKUP_STATES } from '#domain/administration/shop-status.ts'
import { CAMPAIGN_OBSTACLES } from '#domain/catalogue/bulk-campaign.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import {
  ALLERGENS,
  FOOD_KINDS,
  FOOD_LANGUAGES,
  FOOD_SOURCES,
  FOOD_TEXTS,
  NUTRIENTS,
} from '#domain/catalogue/food-information.ts'
import { CELL_PROBLEMS, GRID_COLUMNS } from '#domain/catalogue/grid/grid-cells.ts'
import { GRID_FIELDS } from '#domain/catalogue/grid/grid-change.ts'
import { GROUP_FIELDS } from '#domain/catalogue/group-fields.ts'
import { IMAGE_FAULTS } from '#domain/catalogue/imports/image-faults.ts'
import { IMPORT_PROBLEMS } from '#domain/catalogue/imports/import-row.ts'
import { FOOD_LANGUAGE_RULES, FOOD_PARTS } from '#domain/catalogue/missing-food-information.ts'
import { PLAN_KINDS, PLAN_PROBLEMS, PLAN_STATES, PLANNED_PRICES } from '#domain/catalogue/price-plan.ts'
import { LABEL_CHANGES, LABEL_STATES } from '#domain/catalogue/printed-shelf-label.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { FIELD_PROBLEMS } from '#domain/catalogue/product-form.ts'
import { OMISSION_REASONS, OFFER_PARTS } from '#domain/catalogue/product-offer.ts'
import { PRODUCT_CODE_TYPES } from '#domain/catalogue/product-types.ts'
import { LAYOUT_CONFLICTS, LAYOUT_PROBLEMS } from '#domain/catalogue/scale-label-layouts.ts'
import { SUPPLIER_FIELDS } from '#domain/catalogue/supplier-fields.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'
import { MESSAGE_PROBLEMS } from '#domain/messaging/message-form.ts'
import { ALERT_CAUSE_NAMES } from '#domain/operations/duty/alert-causes.ts'
import { CALL_CHANNELS } from '#domain/operations/duty/call-plan.ts'
import { HELP_STATES } from '#domain/operations/duty/help.ts'
import { LETTER_KINDS } from '#domain/operations/letters/letter-times.ts'
import { RETENTION_NAMES } from '#domain/operations/retention-periods.ts'
import { ADMIN_STEPS } from '#domain/orders/admin-order.ts'
import { APPROVAL_STATES } from '#domain/orders/age-approval.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { ATTEMPT_STATES, STRING_CODES } from '#domain/payments/attempt-states.ts'
import { ADVICE_KINDS, MANUAL_OUTCOMES } from '#domain/payments/manual-outcome.ts'
import { PAYMENT_FAILURES } from '#domain/payments/payment-failure.ts'
import { REFUND_FAILURE_ENDS, REFUND_STATES } from '#domain/payments/refund-states.ts'
import { FINDINGS } from '#domain/payments/settlements/match-lines.ts'
import { SETTLEMENT_PROBLEMS } from '#domain/payments/settlements/settlement.ts'
import { TERMINAL_FINDINGS } from '#domain/payments/terminal-health.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import { EVENT_PROBLEMS } from '#domain/preorders/preorder-event-form.ts'
import { EVENT_STATUSES } from '#domain/preorders/preorder-event.ts'
import { fieldNames } from '#domain/record-fields.ts'
import { PURCHASE_ORDER_STATES } from '#domain/stock/purchase-order.ts'
import { HOLIDAYS } from '#domain/stores/finnish-holidays.ts'
import { LOCK_FINDINGS } from '#domain/stores/lock-health.ts'
import { PAYMENT_MODES, STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { STORE_PROBLEMS } from '#domain/stores/store-form.ts'
import { VISIT_BEGINNINGS } from '#domain/stores/visit.ts'
import { ACCESS_CHANGES } from '#web/back-office/accounts/admin-users/use-change-access.ts'
import { DEVICE_FAULTS } from '#web/back-office/accounts/passkeys/ceremonies.ts'
import { PARTS_OF_DAY } from '#web/back-office/administration/dashboard/home-heading.tsx'
import { NAMED_INVARIANTS } from '#web/back-office/administration/dashboard/named-invariants.ts'
import { SHORT_LEVELS } from '#web/back-office/administration/dashboard/tiles.tsx'
import { COMPARED_WITH } from '#web/back-office/administration/reports/overview-columns.ts'
import { PERIOD_NAMES } from '#web/back-office/administration/reports/periods.ts'
import { REPORT_GROUPS } from '#web/back-office/administration/reports/report-nav.tsx'
import { MAIL_FAULTS } from '#web/back-office/administration/settings/health-section.tsx'
import { FOOD_FORM_FIELDS } from '#web/back-office/catalogue/food-information/use-food-form.ts'
import { EXISTING_CHOICES, PHOTO_GROUPS } from '#web/back-office/catalogue/product-photos/photo-files.ts'
import { FIELD_PARTS, NAMED_FIELDS } from '#web/back-office/kit/audit/use-change-labels.ts'
import { CARRIED_LISTS, COMMON_WORDS } from '#web/back-office/kit/audit/value-text.ts'
import { WEEKDAYS } from '#web/back-office/kit/days.ts'
import { SECTIONS } from '#web/back-office/kit/settings-nav.tsx'
import { SETUP_VIEWS } from '#web/back-office/kit/setup/setup-views.ts'
import { MESSAGE_TEXT_PARTS, OTHER_MESSAGE_FIELDS } from '#web/back-office/messaging/messages/use-message-form.ts'
import { CALL_STEPS } from '#web/back-office/operations/duty/duty-form-values.ts'
import { EVENT_ACTORS, EVENT_CAUSES } from '#web/back-office/orders/admin-orders/order-history.tsx'
import { ADVICE_IN_APP, STATES_IN_APP, STEPS_IN_APP } from '#web/back-office/orders/admin-orders/order-labels.ts'
import { REFUND_REASONS } from '#web/back-office/orders/admin-orders/refund-dialog.tsx'
import { RECALL_FIGURES } from '#web/back-office/orders/recalls/recall-view.tsx'
import { STORE_COLUMNS } from '#web/back-office/orders/sales-figures/sales-charts.tsx'
import { LEDGER_ACCOUNTS } from '#web/back-office/payments/closings/accounts-dialog.tsx'
import { RATE_COLUMNS } from '#web/back-office/payments/closings/rate-table.tsx'
import { EVENT_PHASES } from '#web/back-office/preorders/admin-preorder-events/event-fields.tsx'
import { LABELLED_FIELDS } from '#web/back-office/preorders/admin-preorder-events/event-form.tsx'
import { SUM_NAMES } from '#web/back-office/preorders/admin-preorders/preorders-page.tsx'
import { ORDER_STANDINGS } from '#web/back-office/preorders/admin-preorders/standing-panel.tsx'
import { VIEW_NAMES } from '#web/back-office/preorders/admin-preorders/use-preorder-place.ts'
import { ADMIN_SECTIONS } from '#web/back-office/shell/admin-sections.ts'
import { OTHER_FIELDS } from '#web/back-office/stores/admin-stores/field-labels.ts'
import { STORE_STATUSES } from '#web/back-office/stores/admin-stores/store-list-page.tsx'
import { WAY_CHOICES } from '#web/back-office/stores/setup/payment-ways.tsx'
import { HOURS_PRESETS } from '#web/back-office/stores/setup/store-step.tsx'
import { STATUSES_WITH_TEXTS } from '#web/kit/api/api-error.ts'
import { TRANSLATED_UNITS } from '#web/kit/i18n/unit-text.ts'
import { KNOWN_VAT_CLASSES } from '#web/kit/i18n/vat-class-name.ts'
import { GUIDE_STEPS } from '#web/kit/install/iphone-guide.tsx'
import { KNOWN_GAPS, WORKING_PARTS } from '#web/shop/accounts/account/accessibility-page.tsx'
import { NOTICE_PARTS } from '#web/shop/accounts/privacy/privacy-page.tsx'
import { BLOCKED_IN } from '#web/shop/messaging/push-devices/subscription-form.tsx'
import { OUTCOMES_IN_APP } from '#web/shop/orders/checkout/payment-status/payment-status.ts'
import { PREORDER_STATES } from '#web/shop/preorders/preorders/preorder-facts.tsx'
import type { DoorView } from '#web/shop/stores/doors/use-door-code.ts'
import type { OpeningStatus } from '#web/shop/stores/stores/opening-pill.tsx'
import type { PositionFault } from '#web/shop/stores/stores/use-position.ts'
import { ALL_TEXTS } from './all-texts.ts'
import { listKeys } from './list-keys.ts'

/** All members of a union type: the compiler rejects missing and extra names. */
const LISTED_STEPS = GO_LIVE_STEPS.filter(step => step !== 'terminal')

const listNames = <Name extends string>(names: Record<Name, true>): string[] => Object.keys(names)

const openings = listNames<OpeningStatus['text']>({
  openAlways: true,
  openNow: true,
  openUntil: true,
  closedNow: true,
  closedUntil: true,
  closedUntilDay: true,
})
const placeFaults = listNames<PositionFault>({ locationUnsupported: true, locationDenied: true, locationFailed: true })

const ROW_KINDS = listNames<RowKind>({
  day: true,
  week: true,
  month: true,
  hour: true,
  rate: true,
  lot: true,
  product: true,
  supplier: true,
  group: true,
  store: true,
})

const doorViews = listNames<DoorView>({ waiting: true, shown: true, ended: true, failed: true, closed: true })

const ORDER_TYPES = adminOrders.get.answer.shape.order_type.options
const IMPORT_RESULTS = listNames<ImportResult>({ new: true, changed: true, same: true, invalid: true })
const namesAndDescriptions = LANGUAGE_CODES.flatMap(code => [`names.${code}`, `descriptions.${code}`])

// Keys that the code builds, as written there, and the values of their placeholder.
const BUILT: Readonly<Record<string, readonly string[]>> = {
  'letters.${kind}': LETTER_KINDS,
  'letters.${kind}Hint': LETTER_KINDS,
  'adminPreorders.${name}': [...ORDER_STANDINGS, ...SUM_NAMES],
  'adminPreorders.pickUps.${value}': PICK_UPS,
  'adminPreorders.view.${each}': VIEW_NAMES,
  'adminHome.${column}': STORE_COLUMNS,
  'adminHome.${level}': SHORT_LEVELS,
  'adminHome.${part}': PARTS_OF_DAY,
  'adminHome.brokenNames.${invariantKey}': NAMED_INVARIANTS,
  'adminHome.lastDays.${weekday}': WEEKDAYS.map(String),
  'bulkEdit.${change.kind}': ['enabled', 'offered', 'alarmLimit'],
  'bulkEdit.${change.state}': ['running', 'planned'],
  'productGrid.columns.${field}': GRID_FIELDS,
  'productGrid.columns.${column}': GRID_COLUMNS,
  'productGrid.problems.${found}': CELL_PROBLEMS,
  'importImages.faults.${problem}': IMAGE_FAULTS,
  'productInsight.priceKinds.${kind}': PLAN_KINDS,
  'productInsight.tab.${tab}': ['edit', 'insight'],
  'productPhotos.by.${match}': ['code', 'name'],
  'productPhotos.existingChoices.${value}': EXISTING_CHOICES,
  'productPhotos.groups.${group}': PHOTO_GROUPS,
  'productPhotos.has.${existing}': EXISTING_CHOICES,
  'pricePlans.problems.${planProblem}': PLAN_PROBLEMS,
  'bulkEdit.obstacles.${obstacle}': CAMPAIGN_OBSTACLES,
  'adminHome.status.${worst}': ['ok', 'warning', 'off'],
  'adminHome.status.backup.${state}': BACKUP_STATES,
  'adminHome.steps.${next.step}': CHECKLIST_STEPS,
  'adminHome.steps.${step}': CHECKLIST_STEPS,
  'adminHome.thanLastDays.${weekday}': WEEKDAYS.map(String),
  'adminOrders.${why}': ['beingPaid', 'shoppersOwn'],
  'adminOrders.actors.${knownActor}': EVENT_ACTORS,
  'adminOrders.advice.${advice}': ADVICE_KINDS,
  'adminOrders.causes.${cause}': EVENT_CAUSES,
  'adminOrders.decide.consequences.${outcome}': [...MANUAL_OUTCOMES, 'refunded', 'not_refunded'],
  'adminOrders.decide.outcomes.${outcome}': [...MANUAL_OUTCOMES, 'refunded', 'not_refunded'],
  'adminOrders.failures.${row.payment_failure}': PAYMENT_FAILURES,
  'adminOrders.periods.${days}': ORDER_PERIODS,
  'adminOrders.periods.${value}': ORDER_PERIODS,
  'adminOrders.failure.consequences.${outcome}': ['refunded', 'refunded_by_hand'],
  'adminOrders.failure.ends.${end}': REFUND_FAILURE_ENDS,
  'adminOrders.inApp.advice.${inAppAdvice}': ADVICE_IN_APP,
  'adminOrders.inApp.refundStates.${inAppState}': STATES_IN_APP,
  'adminOrders.inApp.states.${inAppState}': STATES_IN_APP,
  'adminOrders.inApp.steps.${step}': STEPS_IN_APP,
  'adminOrders.states.${state}': ATTEMPT_STATES,
  'adminOrders.steps.${step}': STEPS_IN_APP,
  'adminOrders.stepTexts.${step}': ADMIN_STEPS,
  'adminOrders.types.${type}': ORDER_TYPES,
  'order.status.${order.status}': ORDER_STATUSES,
  'settings.carriers.${kind}': healthState.shape.mail.shape.kind.options,
  'settings.diskOf.${name}': DISK_NAMES,
  'settings.faults.${fault}': MAIL_FAULTS,
  'settings.kinds.${value}': ['weight', 'price'],
  'settings.layoutProblems.${problem}': [...LAYOUT_PROBLEMS, ...LAYOUT_CONFLICTS],
  'settings.operatorFields.${field}': fieldNames(OPERATOR_FIELDS),
  'settings.operatorFields.${name}': fieldNames(OPERATOR_FIELDS),
  'settings.retentionNames.${field}': RETENTION_NAMES,
  'settings.retentionNames.${name}': RETENTION_NAMES,
  'duty.causes.${cause}': ALERT_CAUSE_NAMES.filter(cause => cause !== 'test_call'),
  'duty.channels.${channel}': CALL_CHANNELS,
  'duty.steps.${step}': CALL_STEPS,
  'visits.began.${visit.began_by}': VISIT_BEGINNINGS,
  'visits.beginnings.${began_by}': VISIT_BEGINNINGS,
  'errors.${blocker}': REMOVAL_BLOCKERS,
  'privacy.${part}': NOTICE_PARTS,
  'settings.sections.${kind}': NOTICE_KINDS,
  'settings.sections.${section}': SECTIONS,
  'settings.testMessages.${channel}': ['email', 'sms'],
  'settings.vatStates.${rate.state}': RATE_STATES,
  'seller.parts.${part}': SELLER_PARTS,
  'settings.${state}': ['ok', 'warning', 'off'],
  'setup.goLiveActions.${step}': LISTED_STEPS.filter(step => step !== 'smsSender'),
  'setup.goLiveHelp.${step}': LISTED_STEPS,
  'setup.hours.${value}': HOURS_PRESETS,
  'setup.pay.choices.${value}': WAY_CHOICES,
  'setup.pay.consequences.${value}': WAY_CHOICES,
  'setup.steps.${each}': SETUP_VIEWS,
  'setup.steps.${view}': SETUP_VIEWS,
  'passkeys.faults.${fault}': DEVICE_FAULTS,
  'passkeys.${kind}.button': ['asked', 'missing'],
  'passkeys.${kind}.text': ['asked', 'missing'],
  'passkeys.${kind}.title': ['asked', 'missing'],
  'people.kinds.${kind}': STORE_RIGHTS,
  'people.states.${state}': INVITATION_STATES,
  'invitation.${data.state}': INVITATION_STATES.filter(state => state !== 'open'),
  'people.kindHints.${kind}': STORE_RIGHTS,
  'users.${each.kind}.button': ACCESS_CHANGES,
  'users.${kind}.button': ACCESS_CHANGES,
  'users.${kind}.text': [...ACCESS_CHANGES, 'remove'],
  'users.${kind}.title': [...ACCESS_CHANGES, 'remove'],
  'users.${request.kind}.done': ACCESS_CHANGES,
  'lists.${name}': ['from', 'until'],
  'audit.actions.${action}': auditEntry.shape.action.options,
  'audit.fields.${field}': NAMED_FIELDS,
  'audit.kinds.${kind}': AUDIT_KINDS,
  'audit.lists.${list}': CARRIED_LISTS,
  'audit.words.${word}': COMMON_WORDS,
  'audit.parts.${fieldPart}': FIELD_PARTS,
  'adminOrders.refundStates.${state}': REFUND_STATES,
  'adminOrders.refund.reasons.${each}': REFUND_REASONS,
  'accessibility.gaps.${name}': KNOWN_GAPS,
  'accessibility.works.${name}': WORKING_PARTS,
  'campaigns.states.${state}': CAMPAIGN_STATES,
  'closings.${name}': RATE_COLUMNS,
  'reports.about.${report}': REPORT_NAMES,
  'reports.against.${against}': COMPARED_WITH,
  'reports.against.${name}': COMPARED_WITH,
  'reports.changes.${name}': COMPARED_WITH,
  'reports.changes.none.${name}': COMPARED_WITH,
  'reports.figures.${chart}': Object.keys(REPORT_FIGURES),
  'reports.figures.${figure}': Object.keys(REPORT_FIGURES),
  'reports.groups.${group}': Object.keys(REPORT_GROUPS),
  'reports.name.${kind}': ['day', 'week', 'month'],
  'reports.name.${name}': REPORT_NAMES,
  'reports.name.${report}': REPORT_NAMES,
  'reports.periods.${name}': PERIOD_NAMES,
  'reports.rows.${kind}': ROW_KINDS,
  'payouts.${name}': ['gross', 'fees', 'net'],
  'payouts.findings.${finding}': FINDINGS,
  'payouts.kinds.${kind}': SETTLEMENT_KINDS,
  'payouts.unreadable.${problem}': SETTLEMENT_PROBLEMS,
  'closings.account.${account}': LEDGER_ACCOUNTS,
  'completed.outcome.${outcome}.text': STRING_CODES,
  'completed.outcome.${outcome}.title': STRING_CODES,
  'completed.outcomeInApp.${inApp}.text': OUTCOMES_IN_APP,
  'completed.outcomeInApp.${inApp}.title': OUTCOMES_IN_APP,
  'door.titles.${door.view}': doorViews,
  'door.faults.${door.fault}': DOOR_FAULTS,
  'help.states.${state}': [...HELP_STATES, 'none'],
  'approval.${state}': APPROVAL_STATES.filter(state => state !== 'notNeeded'),
  'approvals.states.${state}': ['waiting', 'approved', 'refused', 'timedOut'],
  'drawings.${drawing}': DRAWINGS,
  'errors.${error.code}': [...Object.keys(ERRORS), 'network'],
  'errors.status.${statusKey}': STATUSES_WITH_TEXTS,
  'food.allergenNames.${allergen}': ALLERGENS,
  'food.allergenNames.${name}': ALLERGENS,
  'food.nutrients.${name}': NUTRIENTS.filter(name => !name.startsWith('energy')),
  'foodForm.fields.${formField}': FOOD_FORM_FIELDS,
  'foodForm.fields.${name}': NUTRIENTS,
  'foodForm.fields.${foodName}': FOOD_FORM_FIELDS,
  'foodForm.fields.${text}': FOOD_TEXTS,
  'foodForm.kinds.${kind}': FOOD_KINDS,
  'foodForm.kinds.${value}': FOOD_KINDS,
  'foodForm.languages.${language}': FOOD_LANGUAGES,
  'foodForm.parts.${part}': FOOD_PARTS,
  'foodForm.problems.${problem}': ['number', 'whole', 'tooLong', 'tooMuch'],
  'foodForm.sources.${origin.source}': FOOD_SOURCES,
  'foodForm.sources.${source}': FOOD_SOURCES,
  'foodForm.sources.${value}': FOOD_SOURCES,
  'foodForm.textIn.${language}': FOOD_LANGUAGES,
  'foodForm.${presence}': ['contains', 'mayContain'],
  'food.allergenNames.${each}': ALLERGENS,
  'productForm.names.${language}': FOOD_LANGUAGES,
  'productOffer.parts.${part}': OFFER_PARTS,
  'productOffer.states.${state}': ['unknown', 'busy', 'slow', 'failed'],
  'productOffer.why.${reason}': OMISSION_REASONS,
  'messages.fields.${field}': fieldNames(MESSAGE_FIELDS),
  'messages.fields.${messageField}': OTHER_MESSAGE_FIELDS,
  'messages.fields.${text.part}': MESSAGE_TEXT_PARTS,
  'messages.problems.${problem}': MESSAGE_PROBLEMS.filter(problem => problem !== 'required' && problem !== 'tooLong'),
  'messages.states.${state}': MESSAGE_STATES,
  'messages.when.${value}': ['now', 'later'],
  'subscriptions.allow.${place}': BLOCKED_IN,
  'subscriptions.hints.${type}': MESSAGE_TYPES,
  'subscriptions.types.${type}': MESSAGE_TYPES,
  'eventForm.fields.${labelledField}': LABELLED_FIELDS,
  'eventForm.fields.${field}': fieldNames(EVENT_FIELDS),
  'eventForm.phases.${phase}': EVENT_PHASES,
  'eventForm.phases.${status}': EVENT_PHASES,
  'eventForm.phases.${value}': EVENT_PHASES,
  'eventForm.problems.${problem}': EVENT_PROBLEMS,
  'eventForm.statusHints.${status}': EVENT_STATUSES,
  'forms.tabMarks.${mark}': ['faulty', 'missing'],
  'groups.fields.${field}': fieldNames(GROUP_FIELDS),
  'home.${fault}': [...placeFaults, 'distancesFailed'],
  'home.${status.text}': openings,
  'install.steps.${name}': GUIDE_STEPS,
  'labels.${dayFault}': ['dayPast', 'dayTooLate'],
  'links.${path}': ADMIN_SECTIONS,
  'menu.groups.${name}': ['goods', 'sales', 'basics', 'shoppers', 'administration'],
  'menu.waiting.${COUNT_BY_PATH[path]}': ['codes', 'shortages', 'orders', 'preorders'],
  'menu.waiting.${waits}': ['orders', 'preorders'],
  'order.status.${orderStatus}': ORDER_STATUSES,
  'order.status.${status}': ORDER_STATUSES,
  'order.status.${step}': ['preorder_booked', 'preorder_delivered'],
  'order.status.${value}': ORDER_STATUSES,
  'preorder.state.${state}': PREORDER_STATES,
  'productImport.${doing}': ['checking', 'applying', 'undoing'],
  'productImport.outcomes.${row.outcome}': ['applied', 'restored', 'removed', 'disabled', 'skipped'],
  'productImport.problems.${problem}': IMPORT_PROBLEMS.filter(problem => problem !== 'inEvent'),
  'productImport.results.${each}': IMPORT_RESULTS,
  'productImport.rowResults.${row.result}': IMPORT_RESULTS,
  'productImport.states.${each.state}': ['uploaded', 'checked', 'applied', 'undone'],
  'productImport.unreadable.${problem}': UNREADABLE_REASONS,
  'productForm.${text}': namesAndDescriptions,
  'productForm.codeTypeHints.${type}': PRODUCT_CODE_TYPES,
  'productForm.descriptions.${code}': LANGUAGE_CODES,
  'productForm.fields.${field}': fieldNames(PRODUCT_FIELDS),
  'pricePlans.${visibility}': ['unannounced', 'ignored'],
  'pricePlans.actions.${state}': ['planned', 'running'],
  'pricePlans.actionsOf.${state}': ['planned', 'running'],
  'pricePlans.add.${kind}': PLAN_KINDS,
  'pricePlans.add.${props.kind}': PLAN_KINDS,
  'pricePlans.consequences.${state}': ['planned', 'running'],
  'pricePlans.done.${state}': ['planned', 'running'],
  'pricePlans.hints.${props.kind}': PLAN_KINDS,
  'pricePlans.kinds.${plan.kind}': PLAN_KINDS,
  'pricePlans.problems.${problem}': PLAN_PROBLEMS,
  'pricePlans.questions.${state}': ['planned', 'running'],
  'pricePlans.save.${props.kind}': PLAN_KINDS,
  'pricePlans.saved.${kind}': PLAN_KINDS,
  'pricePlans.states.${state}': PLAN_STATES,
  'purchasing.states.${state}': PURCHASE_ORDER_STATES,
  'suppliers.fields.${field}': fieldNames(SUPPLIER_FIELDS),
  'productForm.fields.${name}': ['ean13', 'product_code', 'eanCase'],
  'productForm.names.${code}': LANGUAGE_CODES,
  'productForm.problems.${formProblem}': FIELD_PROBLEMS,
  'productForm.problems.${problem}': FIELD_PROBLEMS,
  'productForm.standsIn.${other}': LANGUAGE_CODES,
  'productForm.uses.${use}': PRODUCT_USES,
  'productForm.vatNames.${vatClass}': KNOWN_VAT_CLASSES,
  'products.codeTypes.${type}': PRODUCT_CODE_TYPES,
  'products.codeTypes.${value}': PRODUCT_CODE_TYPES,
  'products.labelChanges.${change}': LABEL_CHANGES,
  'products.planned.${planned.kind}': PLAN_KINDS,
  'products.plannedPrices.${value}': PLANNED_PRICES,
  'products.shelfLabels.${value}': LABEL_STATES,
  'products.types.${type}': ['standard', 'preorder'],
  'purchases.payments.${receipt.payment}': ['card', 'app', 'manual'],
  'recalls.buyerStates.${state}': BUYER_STATES,
  'recalls.figures.${name}': RECALL_FIGURES,
  'recalls.reasons.${code}': LANGUAGE_CODES,
  'units.${unit}': TRANSLATED_UNITS,
  'adminStores.modes.${mode}': PAYMENT_MODES,
  'adminStores.modes.${value}': PAYMENT_MODES,
  'adminStores.statuses.${status}': STORE_STATUSES,
  'adminStores.statuses.${value}': STORE_STATUSES,
  'storeForm.fields.${field}': fieldNames(STORE_FIELDS),
  'storeForm.fields.${other}': OTHER_FIELDS,
  'storeForm.foodLanguages.${rule}': FOOD_LANGUAGE_RULES,
  'storeForm.foodLanguages.${value}': FOOD_LANGUAGE_RULES,
  'storeForm.holidayNames.${holiday}': HOLIDAYS,
  'storeForm.problems.${problem}': STORE_PROBLEMS.filter(problem => problem !== 'phone'),
  'lockPanel.findings.${code}': LOCK_FINDINGS,
  'terminalPanel.${name}': ['name', 'transport'],
  'terminalPanel.findings.${data.code}': TERMINAL_FINDINGS,
  'terminalPanel.findings.${finding}': TERMINAL_FINDINGS,
  'terminalPanel.findings.${health.code}': TERMINAL_FINDINGS,
}

// Texts for screens that are not built yet. Remove a text from this list when its screen is built.
const STILL_TO_COME = ['basket.invalidProduct']

const files = import.meta.glob<string>(['../../../**/*.{ts,tsx}', '!../../../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const source = Object.values(files).join('\n')

const keys = [...new Set(listKeys(ALL_TEXTS.en).map(key => key.replace(/_(?:one|other)$/, '')))]
const written = new Set([...source.matchAll(/(['"`])([a-z]\w*(?:\.[^'"`\s]+)+)\1/gi)].map(([, , text]) => text))
const built = new Set(Object.entries(BUILT).flatMap(([key, names]) => names.map(name => key.replace(/\$\{.*\}/, name))))

test('the code uses every text', () => {
  const unused = keys.filter(key => !written.has(key) && !built.has(key))
  expect(unused.toSorted()).toEqual(STILL_TO_COME.toSorted())
})

test('every key built in the code is listed here with its possible values', () => {
  const groups = Object.keys(ALL_TEXTS.en).join('|')
  const keysInCode = new RegExp(`\`((?:${groups})\\.[^\`]*\\$\\{[^\`]*)\``, 'g')
  const found = Array.from(source.matchAll(keysInCode), ([, key = '']) => key)
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(BUILT).toSorted())
})

test('every built key has a text', () => expect([...built].filter(key => !keys.includes(key))).toEqual([]))
