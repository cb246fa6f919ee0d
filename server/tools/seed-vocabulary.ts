export const FIRST_NAMES = [
  ...["Amina", "Béatrice", "Célestin", "Dieudonné", "Élodie", "Espérance", "Fabrice", "Grâce", "Héritier", "Jeanne"],
  ...["Jean-Baptiste", "Josué", "Joël", "Léopold", "Marie-Thérèse", "Noëlla", "Odette", "Patient", "Prisca", "Rachel"],
  ...["Sylvain", "Thérèse", "Trésor", "Véronique", "Yannick", "Zoé"],
]

export const LAST_NAMES = [
  ...["Bakambu", "Diangienda", "Ilunga", "Kabasele", "Kabeya", "Kabongo", "Kalala", "Kanku", "Kasongo", "Kazadi"],
  ...["Lukusa", "Mabiala", "Makiese", "Mbuyi", "Mpiana", "Mukendi", "Mulumba", "Mutombo", "Mwamba", "Ngalula"],
  ...["Ngandu", "Ngoy", "Nsimba", "Tshibangu", "Tshilombo", "Tshisekedi", "Wembo", "Yav"],
]

export const PLACES = [
  ...["Bandalungwa", "Barumbu", "Binza", "Gombe", "Kalamu", "Kasa-Vubu", "Kimbanseke", "Kintambo", "Lemba", "Limete"],
  ...["Lingwala", "Maluku", "Masina", "Matete", "Mont-Ngafula", "Ndjili", "Ngaba", "Ngaliema", "Nsele", "Selembao"],
]

export const OPENINGS = [
  ...["Bonjour,", "Bonjour Madame, Monsieur,", "Mbote,", "Bonsoir,", "À l’équipe du Groupe Lisanga,", ""],
]

export const WISHES = [
  "je voudrais un devis pour la construction d’une maison de quatre chambres",
  "nous cherchons un transporteur pour vingt tonnes de ciment depuis Matadi",
  "pouvez-vous me dire le prix de la tôle ondulée et des fers à béton de douze ?",
  "notre coopérative souhaite acheter du maïs et du manioc en gros",
  "je suis intéressé par une parcelle à vendre, avec titre foncier",
  "combien coûte la rénovation d’un appartement de trois pièces ?",
  "nous avons besoin de bœufs et de moutons pour une fête en août",
  "merci de me rappeler au sujet de l’extension de notre école",
  "j’aimerais visiter votre ferme avec mes élèves au mois de mai",
  "un suivi vétérinaire est-il possible pour un élevage de chèvres ?",
]

export const DETAILS = [
  "Le terrain est plat, l’accès se fait par une route en terre.",
  "Le budget est limité, mais le délai est souple.",
  "Les travaux devraient commencer avant la saison des pluies.",
  "Je suis joignable tous les jours après seize heures.",
  "Nous avons déjà un plan signé par un architecte.",
  "Une réponse avant vendredi nous arrangerait beaucoup.",
]

export const WORKS = [
  ...["Villa", "Immeuble R+4", "École primaire", "Entrepôt", "Champ de maïs", "Étable", "Poulailler", "Route d’accès"],
  ...["Centre de santé", "Lotissement", "Dépôt de ciment", "Parc de camions", "Serre", "Marché couvert", "Résidence"],
]
