import type { operations as english } from '../en/operations.ts'

export const operations: Record<keyof typeof english, string> = {
  'operations.doctor.findings.failed': 'Kontrollen misslyckades: {reason}',
  'operations.doctor.findings.settingsOk': '{count} inställningar är angivna, och alla namn är kända.',
  'operations.doctor.findings.settingsUnknown':
    '{names}: ingen inställning i denna version, så den har ingen verkan. Rätta eller ta bort den.',
  'operations.doctor.findings.databaseOk': 'PostgreSQL {version}, rollen {role}.',
  'operations.doctor.findings.databaseOwner':
    'PostgreSQL {version}. Rollen {role} får ändra schemat: låt servrarna använda en roll som bara läser och skriver rader (puoti migrate --for ROLL).',
  'operations.doctor.findings.databaseOff': 'Databasen kan inte användas: {reason}',
  'operations.doctor.findings.schemaOk': 'Schemat hör till denna version.',
  'operations.doctor.findings.schemaMissing':
    'Ändringen {name} saknas: kör puoti migrate eller starta den här versionen av Puoti.',
  'operations.doctor.findings.clockOk': 'Serverns och databasens klockor stämmer överens inom {seconds} s.',
  'operations.doctor.findings.clockOff': 'Serverns klocka avviker {seconds} s från databasens: ställ båda med NTP.',
  'operations.doctor.findings.directoriesOk': 'Skrivbara: {paths}.',
  'operations.doctor.findings.directoriesNone':
    'Det finns ingen katalog för säkerhetskopior och betalningsjournal: ange PUOTI_BACKUP_DIR.',
  'operations.doctor.findings.directoriesOff':
    'Användaren kan inte skriva till {path} ({reason}): byt ägare eller ange den i tjänstens ReadWritePaths.',
  'operations.doctor.findings.diskOk': '{free} GB ledigt.',
  'operations.doctor.findings.diskLow': 'Bara {free} GB är ledigt: ta bort gamla filer eller sätt in en större disk.',
  'operations.doctor.findings.diskFull': 'Databasens disk är full, så beställningar nekas: frigör utrymme nu.',
  'operations.doctor.findings.diskUnknown': 'Databasen finns på en annan maskin: övervaka dess disk där.',
  'operations.doctor.findings.backupsOk': 'Den senaste säkerhetskopian är {hours} h gammal och går att läsa.',
  'operations.doctor.findings.backupsOld':
    'Den senaste säkerhetskopian är {hours} h gammal: puoti backup visar varför ingen ny skrivs.',
  'operations.doctor.findings.backupsFailed': 'Den senaste säkerhetskopieringen misslyckades: {reason}',
  'operations.doctor.findings.backupsNever':
    'Det finns ingen säkerhetskopia ännu: den första tas i natt, eller nu med puoti backup.',
  'operations.doctor.findings.backupsNone': 'Inga säkerhetskopior tas: ange PUOTI_BACKUP_DIR.',
  'operations.doctor.findings.backupsUnreadable': 'Den senaste säkerhetskopian går inte att läsa: {reason}',
  'operations.doctor.findings.invariantsOk': 'Alla regler för pengar och lager gäller.',
  'operations.doctor.findings.invariantsOff':
    'Regel som inte gäller: {names}. Raderna finns i tabellen invariant_check.',
  'operations.doctor.findings.invariantsOld':
    'Reglerna för pengar och lager har inte kontrollerats på tio minuter: är en server igång?',
  'operations.doctor.findings.publicUrlOk': '{url} svarar.',
  'operations.doctor.findings.publicUrlCertificate': '{url} svarar. Certifikatet gäller i {days} dagar till.',
  'operations.doctor.findings.publicUrlExpires': 'Certifikatet för {url} går ut om {days} dagar: förnya det.',
  'operations.doctor.findings.publicUrlOther': '{url} svarar {status}, men inte som denna Puoti: kontrollera proxyn.',
  'operations.doctor.findings.publicUrlOff': '{url} kan inte nås från denna maskin: {reason}',
  'operations.doctor.findings.publicUrlNone': 'PUOTI_PUBLIC_URL är inte angiven: länkar leder till denna maskin.',
  'operations.doctor.findings.proxiesOk': 'Betrodda: {proxies}.',
  'operations.doctor.findings.proxiesNone':
    'PUOTI_TRUSTED_PROXIES är inte angiven: bakom en proxy delar alla kunder en adress och dess gränser.',
  'operations.doctor.findings.proxiesUntrusted':
    'Proxyn {address} finns inte i PUOTI_TRUSTED_PROXIES, så alla kunder delar en adress och dess gränser: lägg till den.',
  'operations.doctor.findings.messagesOk': 'Skickas av {by}; inget väntar.',
  'operations.doctor.findings.messagesWait':
    '{count} väntar på att skickas av {by}, det äldsta i {seconds} s. Senaste fel: {reason}',
  'operations.doctor.findings.messagesMailbox': 'Inget skickas: meddelandena går till utvecklingsbrevlådan.',
  'operations.doctor.findings.messageSent': '{by} tog emot testmeddelandet till {to}.',
  'operations.doctor.findings.messageNotSent': 'Testmeddelandet till {to} skickades inte: {reason}',
  'operations.doctor.findings.messageNoNumber': 'Det finns inget nummer att skicka till.',
  'operations.doctor.findings.terminalsOk': 'Terminaler som är redo: {count}.',
  'operations.doctor.findings.terminalsNone': 'Öppna butiker har ingen betalterminal.',
  'operations.doctor.findings.terminalsOff': 'Inte redo: {names}. Kontrollera ström, nätverk och inställningar.',
  'operations.doctor.findings.locksOk': 'Lås som tar emot koder: {count}.',
  'operations.doctor.findings.locksNone': 'Ingen butik har ett lås.',
  'operations.doctor.findings.locksOff': 'Koder fungerar inte: {names}. Kontrollera ström, nätverk och inställningar.',
  'operations.doctor.findings.notificationsOk': 'Nycklarna för webbläsare finns.',
  'operations.doctor.findings.notificationsApp': 'Nycklarna för webbläsare och för appen finns.',
  'operations.doctor.findings.notificationsNone': 'Nycklarna för webbläsare skapas när Puoti startas första gången.',
  'operations.doctor.titles.settings': 'Inställningar',
  'operations.doctor.titles.database': 'Databas',
  'operations.doctor.titles.schema': 'Schema',
  'operations.doctor.titles.clock': 'Klocka',
  'operations.doctor.titles.directories': 'Kataloger',
  'operations.doctor.titles.disk': 'Disk',
  'operations.doctor.titles.backups': 'Säkerhetskopior',
  'operations.doctor.titles.invariants': 'Regler',
  'operations.doctor.titles.publicUrl': 'Offentlig adress',
  'operations.doctor.titles.proxies': 'Proxyservrar',
  'operations.doctor.titles.email': 'E-post',
  'operations.doctor.titles.sms': 'Sms',
  'operations.doctor.titles.terminals': 'Betalterminaler',
  'operations.doctor.titles.locks': 'Lås',
  'operations.doctor.titles.notifications': 'Aviseringar',
  'operations.testMessage.subject': 'Testmeddelande',
  'operations.testMessage.text': '{host} kan skicka meddelanden. Du behöver inte göra något.',
}
