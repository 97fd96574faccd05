import type { NoticesIn } from '../en/legal-notices.ts'

export const FI: NoticesIn = {
  privacy: {
    title: 'Tietosuoja',
    paragraphs: [
      '# Rekisterinpitäjä',
      '{operator} (Y-tunnus {business_id}), {address}, on rekisterinpitäjä: se päättää, mitä tietoja säilytetään ja miksi. Vastaamme kaikkiin tätä sivua koskeviin kysymyksiin: {email}, {phone}.',
      '# Miksi ja millä oikeusperusteella',
      'Käsittelemme tilisi, tilaustesi ja maksujesi tietoja täyttääksemme kanssasi tehdyn kauppasopimuksen. Kuitit, maksut ja hyvitykset säilytämme, koska kirjanpitolaki vaatii sitä.',
      'Käyntiloki, koodien väliset odotusajat ja estettyjen numeroiden luettelo perustuvat oikeutettuun etuumme: miehittämättömän kaupan on oltava turvallinen ja suojassa väärinkäytöltä.',
      'Lähetämme ilmoituksia vain suostumuksellasi. Voit peruuttaa suostumuksen milloin tahansa tilivalikossa.',
      '# Mitä tietoja sinulta tarvitaan',
      'Ostamiseen tarvitaan sähköpostiosoite ja puhelinnumero; ilman niitä et voi ostaa. Mikään laki ei velvoita sinua antamaan niitä.',
      '# Mistä tiedot saadaan',
      'Sinulta itseltäsi, ostoksistasi ja maksupäätteeltä. Korttitositteessa näkyy korttisi numerosta enintään osa. Koko numeroa emme näe koskaan.',
      '# Kuka tietoja saa',
      'Yritykset, jotka toimivat puolestamme ja ohjeidemme mukaan: palvelimen ylläpitäjä, sähköpostia ja tekstiviestejä välittävät palvelut sekä maksupäätteen maksupalvelu. Viranomaiset saavat tietoja vain, kun laki sitä vaatii. Emme myy tietoja, eikä kukaan seuraa sinua tämän sovelluksen kautta.',
      '{mobilepay}',
      'Jos otat ilmoitukset käyttöön, selaimesi tai puhelimesi valmistaja välittää ne salattuina. Se voi toimia EU:n ja ETA:n ulkopuolella; silloin siirto perustuu Euroopan komission päätökseen tietosuojan riittävyydestä tai komission vakiolausekkeisiin.',
      '# Kuinka kauan tietoja säilytetään',
      'Alla oleva luettelo kertoo sen kustakin tietolajista.',
      '# Oikeutesi',
      'Sinulla on oikeus nähdä tietosi ja saada niistä jäljennös, saada virheet oikaistuiksi ja tilisi poistetuksi sekä pyytää, että rajoitamme oikeutettuun etuumme perustuvaa käsittelyä, tai vastustaa sitä. Sivulla ”Sulje käyttäjätili” voit ladata kaikki tietosi ja sulkea tilin itse.',
      'Jos käsittelemme tietojasi mielestäsi väärin, kerro siitä meille. Sinulla on myös oikeus tehdä valitus valvontaviranomaiselle, Suomessa tietosuojavaltuutetulle: tietosuoja.fi.',
      '# Ei automaattisia päätöksiä',
      'Mitään sinulle merkittävää päätöstä ei tehdä pelkästään automaattisesti, eikä sinua profiloida.',
      '# Evästeet',
      'Sovellus käyttää vain välttämättömiä evästeitä: ne pitävät sinut kirjautuneena ja suojaavat istuntoasi. Selaimesi muistaa myös kielesi, kauppasi ja ostoskorisi. Uloskirjautuminen poistaa ne. Valitsemasi allergeenit pysyvät selaimessasi, kunnes poistat ne: emme saa niitä koskaan.',
    ],
  },
  cameras: {
    title: 'Kameravalvonta kaupoissa',
    paragraphs: [
      '# Rekisterinpitäjä',
      '{operator} (Y-tunnus {business_id}), {address}, on rekisterinpitäjä. Kysy meiltä: {email}, {phone}.',
      '# Miksi ja millä oikeusperusteella',
      'Kaupat ovat auki ilman henkilökuntaa. Kamerat tallentavat kuvaa kaupan tiloista ja sisäänkäynniltä, jotta ihmiset ja tavarat ovat turvassa ja vahingot ja rikokset saadaan selvitetyiksi. Oikeusperuste on oikeutettu etumme. Ääntä ei tallenneta, eikä kasvojentunnistusta käytetä.',
      '# Kuinka kauan, ja kuka tallenteita saa',
      'Tallenteet poistetaan viimeistään 30 päivän kuluttua, ellei jotakin niistä tarvita tapahtuneen selvittämiseen. Silloin se voidaan antaa poliisille tai vakuutusyhtiölle.',
      '# Oikeutesi',
      'Voit pyytää saada nähdä tallenteen, jossa esiinnyt, pyytää sen poistamista tai käytön rajoittamista ja vastustaa kuvaamista. Kerro meille kauppa, päivä ja kellonaika. Sinulla on myös oikeus tehdä valitus valvontaviranomaiselle, Suomessa tietosuojavaltuutetulle: tietosuoja.fi.',
    ],
  },
  mobilepay:
    'Jos maksat MobilePaylla, Vipps MobilePay AS saa maksusi summan ja viitteen ja lähettää meille maksun tuloksen. Se on sovelluksensa tietojen rekisterinpitäjä, ja niihin sovelletaan sen omaa tietosuojaselostetta. Emme saa MobilePay-numeroasi emmekä tilitietojasi.',
  kinds: {
    account: {
      what: 'Sähköpostiosoite, kieli, valittu kauppa, käyttöoikeudet, ensimmäinen ja viimeisin kirjautuminen',
      why: 'Jotta tiedämme, mitkä ostokset ovat sinun (sopimus kanssasi)',
      until: 'Kunnes suljet tilin tai kukaan ei ole käyttänyt sitä {idle_account_years} vuoteen',
    },
    signIn: {
      what: 'Kirjautumislinkit ja -koodit lukukelvottomina tiivisteinä sekä selaimet, joissa olet kirjautuneena, kuten ”Chrome, Android”',
      why: 'Jotta sinä pääset tilillesi eikä kukaan muu (sopimus kanssasi)',
      until:
        'Linkit ja koodit 10 minuuttia, kirjautuminen {session_days} päivää viimeisestä käytöstä, enintään {session_most_days} päivää',
    },
    phone: {
      what: 'Puhelinnumero sekä siihen lähetetyt koodit lukukelvottomina tiivisteinä',
      why: 'Miehittämättömän kaupan on tiedettävä, että asiakas on tavoitettavissa (oikeutettu etumme)',
      until: 'Numero yhtä kauan kuin tili, koodit 10 minuuttia',
    },
    visits: {
      what: 'Minkä kaupan valitsit tai mihin kauppaan hait ovikoodin, ja milloin',
      why: 'Vahinkojen ja väärinkäytön selvittämiseen (oikeutettu etumme)',
      until: '{visit_days} päivää',
    },
    purchases: {
      what: 'Tilaukset, ennakkotilaukset, peruuttamiset, maksut, hyvitykset ja korttitositteet',
      why: 'Myyntiin (sopimus kanssasi) ja tositteiden säilyttämiseen (kirjanpitolaki)',
      until:
        'Maksetut kuusi vuotta kalenterivuoden lopusta; kun tili on suljettu, ilman yhteyttä sinuun. Tilaukset, jotka peruttiin ennen kuin niitä yritettiin maksaa, enintään {unpaid_order_days} päivää. Muut maksamattomat tilaukset yhtä kauan kuin tili',
    },
    devices: {
      what: 'Selaimet ja puhelimet, joissa otit ilmoitukset käyttöön, osoitteet, joista ne tavoittaa, ja niihin lähetetyt ilmoitukset',
      why: 'Jotta saat tiedon siitä, mistä halusit kuulla (suostumuksesi)',
      until:
        'Kunnes otat ilmoitukset pois käytöstä tai kirjaudut laitteella ulos; lähetetyt {notification_days} päivää',
    },
    doorCodes: {
      what: 'Kaupan oven koodit salattuina',
      why: 'Jotta pääset sisään (sopimus kanssasi)',
      until: 'Enintään 15 minuuttia; tieto koodin hakemisesta säilyy kuten muutkin käynnit',
    },
    reports: {
      what: 'Ilmoittamasi tuntemattomat viivakoodit, kaupoittain',
      why: 'Valikoiman korjaamiseen (oikeutettu etumme)',
      until: 'Yhtä kauan kuin tili',
    },
    messages: {
      what: 'Sinulle matkalla olevat sähköpostit ja tekstiviestit salattuina; kokeiluasennuksessa myös luettaviksi säilytetyt viestit',
      why: 'Jotta ne tulevat perille (sopimus kanssasi)',
      until: 'Kunnes ne on lähetetty; kokeiluasennuksessa {mailbox_days} päivää',
    },
    misuse: {
      what: 'Koodien väliset odotusajat, yritysten määrät ja estetyt puhelinnumerot; tilin sulkemisen jälkeen lukukelvottomina',
      why: 'Kaupan suojaamiseen väärinkäytöltä (oikeutettu etumme)',
      until: 'Odotusajat enintään kaksi päivää, estetyt numerot niin kauan kuin ne ovat estettyjä',
    },
    work: {
      what: 'Oman henkilöstömme osalta: kuka muutti mitä ylläpidossa, ja tallennetut luettelot',
      why: 'Jotta voidaan sanoa, kuka teki mitä (oikeutettu etumme)',
      until: 'Niin kauan kuin pidämme kauppoja; ilman nimeä, kun tili on suljettu',
    },
  },
}
