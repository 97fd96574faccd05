import type { operations as english } from '../en/operations.ts'

export const operations: Record<keyof typeof english, string> = {
  'operations.doctor.findings.failed': 'Tarkistus epäonnistui: {reason}',
  'operations.doctor.findings.settingsOk': 'Asetuksia on annettu {count}, ja kaikki nimet tunnetaan.',
  'operations.doctor.findings.settingsUnknown':
    '{names}: ei ole tämän version asetus, joten sillä ei ole vaikutusta. Korjaa tai poista se.',
  'operations.doctor.findings.databaseOk': 'PostgreSQL {version}, rooli {role}.',
  'operations.doctor.findings.databaseOwner':
    'PostgreSQL {version}. Rooli {role} voi muuttaa rakennetta: anna palvelimille rooli, joka vain lukee ja kirjoittaa rivejä (puoti migrate --for ROOLI).',
  'operations.doctor.findings.databaseOff': 'Tietokantaa ei voi käyttää: {reason}',
  'operations.doctor.findings.schemaOk': 'Tietokannan rakenne vastaa tätä versiota.',
  'operations.doctor.findings.schemaMissing':
    'Muutos {name} puuttuu: suorita puoti migrate tai käynnistä Puodin tämä versio.',
  'operations.doctor.findings.clockOk': 'Palvelimen ja tietokannan kellot täsmäävät {seconds} sekunnin tarkkuudella.',
  'operations.doctor.findings.clockOff':
    'Palvelimen kello poikkeaa tietokannan kellosta {seconds} s: tahdista molemmat NTP:llä.',
  'operations.doctor.findings.directoriesOk': 'Kirjoitettavissa: {paths}.',
  'operations.doctor.findings.directoriesNone':
    'Varmuuskopioille ja maksupäiväkirjalle ei ole hakemistoa: aseta PUOTI_BACKUP_DIR.',
  'operations.doctor.findings.directoriesOff':
    'Tämä käyttäjä ei voi kirjoittaa hakemistoon {path} ({reason}): vaihda omistaja tai lisää se palvelun ReadWritePaths-riville.',
  'operations.doctor.findings.diskOk': 'Vapaana {free} Gt.',
  'operations.doctor.findings.diskLow':
    'Vapaana on vain {free} Gt: poista vanhoja tiedostoja tai vaihda suurempi levy.',
  'operations.doctor.findings.diskFull':
    'Tietokannan levy on täynnä, joten tilauksia ei oteta vastaan: vapauta tilaa heti.',
  'operations.doctor.findings.diskUnknown': 'Tietokanta on toisella koneella: valvo sen levyä siellä.',
  'operations.doctor.findings.backupsOk': 'Viimeisin varmuuskopio on {hours} tunnin takaa, ja sen voi lukea.',
  'operations.doctor.findings.backupsOld':
    'Viimeisin varmuuskopio on {hours} tunnin takaa: puoti backup näyttää, miksi uutta ei synny.',
  'operations.doctor.findings.backupsFailed': 'Viimeisin varmuuskopiointi epäonnistui: {reason}',
  'operations.doctor.findings.backupsNever':
    'Varmuuskopiota ei vielä ole: ensimmäinen otetaan ensi yönä, tai heti komennolla puoti backup.',
  'operations.doctor.findings.backupsNone': 'Varmuuskopioita ei oteta: aseta PUOTI_BACKUP_DIR.',
  'operations.doctor.findings.backupsUnreadable': 'Viimeisintä varmuuskopiota ei voi lukea: {reason}',
  'operations.doctor.findings.invariantsOk': 'Kaikki rahan ja varaston säännöt pätevät.',
  'operations.doctor.findings.invariantsOff': 'Sääntö ei päde: {names}. Rivit ovat taulussa invariant_check.',
  'operations.doctor.findings.invariantsOld':
    'Rahan ja varaston sääntöjä ei ole tarkistettu kymmeneen minuuttiin: onko palvelin käynnissä?',
  'operations.doctor.findings.publicUrlOk': '{url} vastaa.',
  'operations.doctor.findings.publicUrlCertificate': '{url} vastaa. Varmenne on voimassa vielä {days} päivää.',
  'operations.doctor.findings.publicUrlExpires': 'Osoitteen {url} varmenne vanhenee {days} päivän päästä: uusi se.',
  'operations.doctor.findings.publicUrlOther':
    '{url} vastaa {status}, mutta siellä ei ole tämä Puoti: tarkista välityspalvelin.',
  'operations.doctor.findings.publicUrlOff': 'Osoitetta {url} ei tavoiteta tältä koneelta: {reason}',
  'operations.doctor.findings.publicUrlNone': 'PUOTI_PUBLIC_URL puuttuu: linkit johtavat tälle koneelle.',
  'operations.doctor.findings.proxiesOk': 'Luotetut: {proxies}.',
  'operations.doctor.findings.proxiesNone':
    'PUOTI_TRUSTED_PROXIES puuttuu: välityspalvelimen takana kaikilla asiakkailla on yhteinen osoite ja sen rajat.',
  'operations.doctor.findings.proxiesUntrusted':
    'Välityspalvelin {address} ei ole luettelossa PUOTI_TRUSTED_PROXIES, joten kaikilla asiakkailla on yhteinen osoite ja sen rajat: lisää se.',
  'operations.doctor.findings.messagesOk': 'Lähettää {by}; mitään ei ole jonossa.',
  'operations.doctor.findings.messagesWait':
    'Jonossa {count}, vanhin {seconds} s (lähettää {by}). Viimeisin virhe: {reason}',
  'operations.doctor.findings.messagesMailbox': 'Mitään ei lähetetä: viestit menevät kehityspostilaatikkoon.',
  'operations.doctor.findings.messageSent': '{by} otti vastaan testiviestin, jonka vastaanottaja on {to}.',
  'operations.doctor.findings.messageNotSent': 'Testiviestiä ei lähetetty (vastaanottaja {to}): {reason}',
  'operations.doctor.findings.messageNoNumber': 'Numeroa, johon lähettää, ei ole.',
  'operations.doctor.findings.terminalsOk': 'Valmiita maksupäätteitä: {count}.',
  'operations.doctor.findings.terminalsNone': 'Avoimilla kaupoilla ei ole maksupäätettä.',
  'operations.doctor.findings.terminalsOff': 'Ei valmiina: {names}. Tarkista virta, verkko ja asetukset.',
  'operations.doctor.findings.locksOk': 'Lukkoja, jotka ottavat koodeja vastaan: {count}.',
  'operations.doctor.findings.locksNone': 'Missään kaupassa ei ole lukkoa.',
  'operations.doctor.findings.locksOff': 'Koodit eivät toimi: {names}. Tarkista virta, verkko ja asetukset.',
  'operations.doctor.findings.notificationsOk': 'Selainten avaimet ovat tallessa.',
  'operations.doctor.findings.notificationsApp': 'Selainten ja sovelluksen avaimet ovat tallessa.',
  'operations.doctor.findings.notificationsNone': 'Selainten avaimet luodaan, kun Puoti käynnistyy ensimmäisen kerran.',
  'operations.doctor.titles.settings': 'Asetukset',
  'operations.doctor.titles.database': 'Tietokanta',
  'operations.doctor.titles.schema': 'Tietokannan rakenne',
  'operations.doctor.titles.clock': 'Kello',
  'operations.doctor.titles.directories': 'Hakemistot',
  'operations.doctor.titles.disk': 'Levy',
  'operations.doctor.titles.backups': 'Varmuuskopiot',
  'operations.doctor.titles.invariants': 'Säännöt',
  'operations.doctor.titles.publicUrl': 'Julkinen osoite',
  'operations.doctor.titles.proxies': 'Välityspalvelimet',
  'operations.doctor.titles.email': 'Sähköposti',
  'operations.doctor.titles.sms': 'Tekstiviestit',
  'operations.doctor.titles.terminals': 'Maksupäätteet',
  'operations.doctor.titles.locks': 'Lukot',
  'operations.doctor.titles.notifications': 'Ilmoitukset',
  'operations.testMessage.subject': 'Testiviesti',
  'operations.testMessage.text': '{host} pystyy lähettämään viestejä. Sinun ei tarvitse tehdä mitään.',
}
