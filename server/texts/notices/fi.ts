import type { NoticesIn } from './notices.ts'

export const FI: NoticesIn = {
  privacy: {
    title: 'Tietosuoja',
    paragraphs: [
      '# Rekisterinpitäjä',
      '{operator} (Y-tunnus {business_id}), {address}, päättää, mitä tietoja tässä kaupassa säilytetään ja miksi. Kysy meiltä mistä tahansa tämän sivun asiasta: {email}, {phone}.',
      '# Mihin tietoja käytetään ja millä perusteella',
      'Tiliäsi, tilauksiasi ja maksujasi käsitellään kanssasi tehdyn kauppasopimuksen täyttämiseksi. Kuitit, maksut ja hyvitykset säilytetään, koska kirjanpitolaki vaatii sitä.',
      'Käyntiloki, koodien väliset odotusajat ja estettyjen numeroiden luettelo perustuvat oikeutettuun etuumme: miehittämättömän myymälän on oltava turvallinen eikä sitä saa käyttää väärin.',
      'Ilmoituksia lähetetään vain suostumuksellasi. Voit perua sen milloin tahansa tilivalikossa.',
      '# Mitä sinun on annettava',
      'Ostamiseen tarvitaan sähköpostiosoite ja puhelinnumero; ilman niitä kauppaa ei voi tehdä. Mikään laki ei velvoita sinua antamaan niitä.',
      '# Mistä tiedot tulevat',
      'Sinulta itseltäsi, ostoksistasi ja maksupäätteeltä. Päätteen kuitissa näkyy korttisi numerosta enintään osa. Me emme näe koko numeroa koskaan.',
      '# Kuka tietoja saa',
      'Ne, jotka työskentelevät meille ohjeidemme mukaan: palvelimen ylläpitäjä, sähköpostia ja tekstiviestejä välittävät palvelut sekä maksupäätteen maksupalvelu. Viranomaiset saavat tietoja vain lain nojalla. Emme myy mitään, eikä kukaan seuraa sinua tämän sovelluksen kautta.',
      'Jos otat ilmoitukset käyttöön, ne välittää salattuina selaimesi tai puhelimesi valmistaja. Se voi olla EU:n ulkopuolella; silloin siirto perustuu Euroopan komission päätöksiin tai vakiolausekkeisiin.',
      '# Kuinka kauan',
      'Alla oleva taulukko kertoo sen kustakin tietolajista.',
      '# Oikeutesi',
      'Voit nähdä tietosi ja saada niistä kopion, oikaista virheet, poistaa tilisi sekä pyytää meitä rajoittamaan tai lopettamaan sen, mikä perustuu oikeutettuun etuumme. Sivulla ”Sulje käyttäjätili” voit ladata kaikki tietosi ja poistaa tilin itse.',
      'Jos käsittelemme tietojasi mielestäsi väärin, kerro meille. Voit myös valittaa valvontaviranomaiselle, Suomessa tietosuojavaltuutetulle: tietosuoja.fi.',
      '# Kone ei päätä yksin',
      'Mitään sinulle merkittävää päätöstä ei tee kone yksin, eikä sinusta tehdä profiilia.',
      '# Evästeet',
      'Sovellus käyttää vain välttämättömiä evästeitä: ne pitävät sinut kirjautuneena ja suojaavat istuntoasi. Selaimesi muistaa myös kielesi, myymäläsi ja ostoskorisi. Uloskirjautuminen poistaa ne.',
    ],
  },
  cameras: {
    title: 'Kameravalvonta myymälöissä',
    paragraphs: [
      '# Rekisterinpitäjä',
      '{operator} (Y-tunnus {business_id}), {address}. Kysy meiltä: {email}, {phone}.',
      '# Mihin kuvaa käytetään ja millä perusteella',
      'Myymälät ovat auki ilman henkilökuntaa. Kamerat tallentavat myymälätilaa ja sisäänkäyntiä, jotta ihmiset ja tavarat ovat turvassa ja vahingot ja rikokset selviävät. Se on oikeutettu etumme. Ääntä ei tallenneta, eikä kone tunnista ketään.',
      '# Kuinka kauan, ja kuka kuvaa saa',
      'Tallenteet poistetaan viimeistään 30 päivän kuluttua, ellei jotakin niistä tarvita tapahtuneen selvittämiseen. Silloin se voidaan antaa poliisille tai vakuutusyhtiölle.',
      '# Oikeutesi',
      'Voit pyytää nähdä tallenteen itsestäsi, pyytää sen poistamista tai käytön rajoittamista ja vastustaa kuvaamista. Kerro meille myymälä, päivä ja kellonaika. Voit myös valittaa valvontaviranomaiselle, Suomessa tietosuojavaltuutetulle: tietosuoja.fi.',
    ],
  },
  kinds: {
    account: {
      what: 'Sähköpostiosoite, kieli, valittu myymälä, oikeudet, ensimmäinen ja viimeinen kirjautuminen',
      why: 'Jotta tiedetään, kenen ostokset ovat kenen: sopimus kanssasi',
      until: 'Kunnes poistat tilin tai kukaan ei ole käyttänyt sitä {idle_account_years} vuoteen',
    },
    signIn: {
      what: 'Lähetetyt linkit ja koodit lukukelvottomina tiivisteinä, ja missä selaimissa olet kirjautuneena',
      why: 'Jotta sinä pääset sisään eikä kukaan muu: sopimus kanssasi',
      until: 'Linkit ja koodit kymmenen minuuttia, kirjautuminen 180 päivää viimeisestä käytöstä',
    },
    phone: {
      what: 'Puhelinnumero ja siihen lähetetyt koodit lukukelvottomina tiivisteinä',
      why: 'Miehittämättömän myymälän on tiedettävä, että joku on tavoitettavissa: oikeutettu etumme',
      until: 'Yhtä kauan kuin tili; koodit kymmenen minuuttia',
    },
    visits: {
      what: 'Minkä myymälän valitsit ja milloin',
      why: 'Vahinkojen ja väärinkäytön selvittämiseen: oikeutettu etumme',
      until: '{visit_days} päivää',
    },
    purchases: {
      what: 'Tilaukset, ennakkotilaukset, peruuttamiset, maksut, palautukset ja maksupäätteen kuitit',
      why: 'Myyntiin: sopimus kanssasi. Tositteiden säilyttämiseen: kirjanpitolaki',
      until:
        'Kuusi vuotta vuoden päättymisestä, ilman henkilöä kun tili on poistettu; maksamattomat tilaukset yhtä kauan kuin tili',
    },
    devices: {
      what: 'Selaimet ja puhelimet, joissa otit ilmoitukset käyttöön, mistä ne tavoittaa, ja niihin lähetetyt ilmoitukset',
      why: 'Jotta kuulet siitä, mistä halusit kuulla: suostumuksesi',
      until: 'Kunnes otat ne pois käytöstä tai kirjaudut niistä ulos; lähetetyt jonkin aikaa sen jälkeen',
    },
    doorCodes: {
      what: 'Myymälän oven koodit salattuina, ja milloin sait ne',
      why: 'Jotta pääset sisään: sopimus kanssasi',
      until: 'Joitakin minuutteja; käynti säilytetään kuten muutkin käynnit',
    },
    reports: {
      what: 'Viivakoodit, joita puoti ei tuntenut, myymälöittäin',
      why: 'Valikoiman korjaamiseen: oikeutettu etumme',
      until: 'Yhtä kauan kuin tili',
    },
    messages: {
      what: 'Sinulle matkalla olevat sähköpostit ja tekstiviestit salattuina; kokeiluasennuksessa säilytetyt viestit',
      why: 'Jotta ne tulevat perille: sopimus kanssasi',
      until: 'Kunnes ne on lähetetty; kokeiluasennuksessa {mailbox_days} päivää',
    },
    misuse: {
      what: 'Koodien väliset odotusajat, yritysten määrät ja estetyt numerot; tilin poistamisen jälkeen lukukelvottomina',
      why: 'Puodin suojaamiseen väärinkäytöltä: oikeutettu etumme',
      until: 'Odotusajat päivän tai kaksi; estetyt numerot niin kauan kuin ne ovat estettyjä',
    },
    work: {
      what: 'Toiminnanharjoittajan omasta väestä: kuka muutti mitä hallinnassa, ja tallennetut luettelot',
      why: 'Jotta voidaan kertoa, kuka teki mitä: oikeutettu etumme',
      until: 'Niin kauan kuin puoti on olemassa; ilman nimeä kun tili on poistettu',
    },
  },
}
