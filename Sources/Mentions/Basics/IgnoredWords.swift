/// Words for which nothing is offered automatically (<doc:Behaviour>, section 2).
///
/// The standard words are articles, pronouns, conjunctions, prepositions and auxiliary verbs of the most common
/// languages, at most fifty per language. Nouns and words that are also names are excluded: `Will`, `May`, `Ella`,
/// `Mia`, `Van`.
public struct IgnoredWords: Hashable, Sendable {
  /// The given words in lower case; nil if this is the list of standard words.
  private let listed: Set<String>?

  /// The words of all ``languages``. Their set is created on first use, to keep the start of a server fast.
  public static let standard = IgnoredWords(listed: nil)

  private init(listed: Set<String>?) { self.listed = listed }

  /// Creates a list of exactly these words, ignoring case.
  ///
  /// - Complexity: linear in the words.
  public init(_ words: [String]) { listed = Set(words.map { $0.lowercased() }) }

  /// Whether a key is one of the words, ignoring case. O(key).
  package func contains(_ key: String) -> Bool { (listed ?? Self.standardSet).contains(key.lowercased()) }

  /// The standard words in the order of the languages, or else the given words, in lower case and sorted.
  package var words: [String] { listed?.sorted() ?? Self.standardWords }

  private static let standardSet = Set(standardWords.map { $0.lowercased() })

  private static let standardWords: [String] = {
    var known: Set<String> = []
    return languages.flatMap { $0.split(separator: " ").map(String.init) }.filter {
      known.insert($0).inserted
    }
  }()

  /// The standard words of each language or group of languages, separated by spaces.
  package static let languages = [
    // English
    """
    The This That These Those All Any Each Every Some Such Both Other You She They Them Her His Him Its Our \
    Ours Their Your Who Whom Whose What Which When Where Why How And But Nor For From With Without Into Than \
    Then There Are Was Were
    """,
    // Spanish
    """
    Los Las Una Unos Unas Ese Esa Eso Este Esta Esto Estos Estas Aquel Ellos Ellas Nosotros Usted Ustedes \
    Nuestro Nuestra Sus Que Quien Cual Cuando Donde Como Pero Porque Aunque Sino Para Por Con Desde Hasta \
    Entre Sobre Hacia Según Muy Más Todo Toda Todos Todas Hay
    """,
    // French
    """
    Les Des Une Cet Cette Ces Nous Vous Ils Elles Leur Leurs Notre Votre Nos Vos Ses Mes Tes Qui Que Quoi Dont \
    Quel Quelle Quand Comme Mais Donc Parce Puis Pour Par Avec Sans Dans Chez Vers Entre Depuis Pendant Sur \
    Sous Tout Toute Tous Toutes Est Sont
    """,
    // German
    """
    Der Die Das Den Dem Des Ein Eine Einen Einem Einer Eines Dieser Diese Dieses Jeder Jede Jedes Alle Ich Wir \
    Ihr Sie Mir Mich Dir Dich Uns Euch Ihm Ihn Ihnen Mein Dein Sein Unser Wer Was Wie Und Oder Aber Denn Weil \
    Dass Mit Bei Nach
    """,
    // Portuguese
    """
    Uns Umas Esse Essa Isso Este Esta Isto Estes Estas Aquele Aquela Eles Elas Você Vocês Nosso Nossa Seu Sua \
    Seus Suas Meu Minha Que Quem Qual Quando Onde Como Mas Porque Embora Para Por Com Sem Desde Até Entre \
    Sobre Muito Mais Todo Toda Todos Todas São Está
    """,
    // Italian
    """
    Gli Uno Una Questo Questa Questi Queste Quello Quella Quelli Quelle Voi Loro Nostro Nostra Vostro Vostra \
    Suo Suoi Miei Che Quale Quando Dove Come Perché Anche Però Oppure Con Senza Tra Fra Dopo Prima Sopra Tutto \
    Tutta Tutti Tutte Molto Più Sono Hanno
    """,
    // Dutch
    """
    Het Een Deze Dit Dat Die Wij Jij Zij Hij Hun Ons Onze Mijn Jouw Zijn Jullie Wie Wat Welke Wanneer Waar Hoe \
    Waarom Maar Want Omdat Hoewel Met Zonder Voor Naar Over Onder Tussen Tegen Alle Elke Ieder Niet Ook Nog \
    Heeft Hebben Wordt
    """,
    // Polish
    """
    Ten Tego Tej Temu Ono Oni One Nas Nam Was Wam Ich Jego Jej Mój Moja Moje Twój Twoja Nasz Nasza Kto Który \
    Która Które Kiedy Gdzie Jak Dlaczego Ale Albo Lub Oraz Więc Ponieważ Dla Bez Nad Pod Przy Przez Przed Jest \
    Być Był Była Się
    """,
    // Swedish, Danish, Norwegian
    """
    Den Det Dem Ett Denna Detta Dessa Denne Dette Disse Jag Jeg Hun Vår Vores Våre Deras Deres Mitt Vad Hva \
    Hvad När Når Hur Hvor Och Men Eller Eftersom Fordi För For Med Utan Uten Från Fra Til Över Alle Ikke Inte
    """,
    // Turkish
    """
    Bir Şu Biz Siz Onlar Bana Sana Onu Bunu Şunu Benim Senin Onun Bizim Sizin Hangi Nasıl Neden Niçin Nerede \
    Fakat Veya Ancak Çünkü İçin İle Gibi Kadar Göre Sonra Önce Her Bütün Tüm Çok Daha Değil Var Yok
    """,
    // Indonesian and Malay
    """
    Yang Ini Itu Atau Tetapi Tapi Karena Kerana Jika Kalau Untuk Dengan Tanpa Dari Daripada Pada Kepada Dalam \
    Saya Kamu Anda Mereka Siapa Apa Mana Kapan Bagaimana Mengapa Semua Setiap Tidak Bukan Sudah Akan Juga
    """,
    // Russian
    """
    Это Эта Этот Эти Тот Все Всё Каждый Она Оно Они Нас Нам Вас Вам Его Её Них Ему Мой Моя Мое Твой Наш Наша \
    Ваш Кто Что Какой Который Когда Где Как Почему Или Для Без Над Под При Про Через После Перед Между Был \
    Была Были Быть Есть
    """,
  ]
}
