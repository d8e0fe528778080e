import type { Language } from '#contract/lib/text/languages.ts'
import type { ReviewStatus } from '#contract/product/review.ts'

type ReviewTexts = {
  heading: string
  count: (count: number) => string
  stars: (rating: number) => string
  /** How the store verifies that the reviews are real, which EU law requires it to state. */
  origin: string
  older: string
  newest: string
  write: string
  rating: string
  chooseRating: string
  title: string
  text: string
  name: string
  checked: string
  send: string
  states: Record<ReviewStatus, string>
}

/** The texts of reviews of products. */
export const reviewTexts: Record<Language, ReviewTexts> = {
  en: {
    heading: 'Reviews',
    count: count => (count === 1 ? '1 review' : `${count} reviews`),
    stars: rating => `${rating} of 5 stars`,
    origin: 'All reviews are from customers who bought this product here.',
    older: 'Older reviews',
    newest: 'Newest reviews',
    write: 'Write a review',
    rating: 'Your rating',
    chooseRating: 'Choose a rating.',
    title: 'Title',
    text: 'Your review',
    name: 'Name shown with the review',
    checked: 'The store reads each review before publishing it.',
    send: 'Send review',
    states: {
      pending: 'Thank you for your review. It appears after the store has read it.',
      approved: 'Your review is published.',
      rejected: 'The store hasn’t published your review.',
    },
  },
  de: {
    heading: 'Bewertungen',
    count: count => (count === 1 ? '1 Bewertung' : `${count} Bewertungen`),
    stars: rating => `${rating.toLocaleString('de')} von 5 Sternen`,
    origin: 'Alle Bewertungen stammen von Kunden, die dieses Produkt hier gekauft haben.',
    older: 'Ältere Bewertungen',
    newest: 'Neueste Bewertungen',
    write: 'Bewertung schreiben',
    rating: 'Ihre Bewertung',
    chooseRating: 'Wählen Sie eine Anzahl von Sternen.',
    title: 'Titel',
    text: 'Ihr Bewertungstext',
    name: 'Angezeigter Name',
    checked: 'Der Shop liest jede Bewertung, bevor er sie veröffentlicht.',
    send: 'Bewertung absenden',
    states: {
      pending: 'Danke für Ihre Bewertung. Sie erscheint, sobald der Shop sie gelesen hat.',
      approved: 'Ihre Bewertung ist veröffentlicht.',
      rejected: 'Der Shop hat Ihre Bewertung nicht veröffentlicht.',
    },
  },
  fr: {
    heading: 'Avis',
    count: count => `${count} avis`,
    stars: rating => `${rating.toLocaleString('fr')} étoiles sur 5`,
    origin: 'Tous les avis viennent de clients qui ont acheté ce produit ici.',
    older: 'Avis plus anciens',
    newest: 'Avis les plus récents',
    write: 'Donner votre avis',
    rating: 'Votre note',
    chooseRating: 'Choisissez une note.',
    title: 'Titre',
    text: 'Votre avis',
    name: 'Nom affiché avec l’avis',
    checked: 'La boutique lit chaque avis avant de le publier.',
    send: 'Envoyer l’avis',
    states: {
      pending: 'Merci pour votre avis. Il sera publié après lecture par la boutique.',
      approved: 'Votre avis est publié.',
      rejected: 'La boutique n’a pas publié votre avis.',
    },
  },
  es: {
    heading: 'Reseñas',
    count: count => (count === 1 ? '1 reseña' : `${count} reseñas`),
    stars: rating => `${rating.toLocaleString('es')} de 5 estrellas`,
    origin: 'Todas las reseñas son de clientes que compraron este producto aquí.',
    older: 'Reseñas anteriores',
    newest: 'Reseñas más recientes',
    write: 'Escribir una reseña',
    rating: 'Tu valoración',
    chooseRating: 'Elige una valoración.',
    title: 'Título',
    text: 'Tu reseña',
    name: 'Nombre que aparece con la reseña',
    checked: 'La tienda lee cada reseña antes de publicarla.',
    send: 'Enviar reseña',
    states: {
      pending: 'Gracias por tu reseña. Aparecerá cuando la tienda la haya leído.',
      approved: 'Tu reseña está publicada.',
      rejected: 'La tienda no ha publicado tu reseña.',
    },
  },
  pt: {
    heading: 'Avaliações',
    count: count => (count === 1 ? '1 avaliação' : `${count} avaliações`),
    stars: rating => `${rating.toLocaleString('pt')} de 5 estrelas`,
    origin: 'Todas as avaliações são de clientes que compraram este produto aqui.',
    older: 'Avaliações mais antigas',
    newest: 'Avaliações mais recentes',
    write: 'Escrever uma avaliação',
    rating: 'Sua nota',
    chooseRating: 'Escolha uma nota.',
    title: 'Título',
    text: 'Sua avaliação',
    name: 'Nome exibido com a avaliação',
    checked: 'A loja lê cada avaliação antes de publicá-la.',
    send: 'Enviar avaliação',
    states: {
      pending: 'Obrigado pela sua avaliação. Ela aparece depois que a loja a ler.',
      approved: 'Sua avaliação está publicada.',
      rejected: 'A loja não publicou sua avaliação.',
    },
  },
  ar: {
    heading: 'المراجعات',
    count: count => {
      if (count === 1) return 'مراجعة واحدة'
      if (count === 2) return 'مراجعتان'
      const rest = count % 100
      return rest >= 3 && rest <= 10 ? `${count} مراجعات` : `${count} مراجعة`
    },
    stars: rating => `${rating} من 5 نجوم`,
    origin: 'جميع المراجعات من عملاء اشتروا هذا المنتج من هنا.',
    older: 'مراجعات أقدم',
    newest: 'أحدث المراجعات',
    write: 'كتابة مراجعة',
    rating: 'تقييمك',
    chooseRating: 'اختر تقييمًا.',
    title: 'العنوان',
    text: 'مراجعتك',
    name: 'الاسم الظاهر مع المراجعة',
    checked: 'يقرأ المتجر كل مراجعة قبل نشرها.',
    send: 'إرسال المراجعة',
    states: {
      pending: 'شكرًا على مراجعتك. ستظهر بعد أن يقرأها المتجر.',
      approved: 'مراجعتك منشورة.',
      rejected: 'لم ينشر المتجر مراجعتك.',
    },
  },
}
