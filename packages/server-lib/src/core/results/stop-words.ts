/** Frequent words that say nothing about an answer, by language. Words of fewer than three letters are never counted. */
const lists: Readonly<Record<string, string>> = {
  en: `the and for are but not you all any can had her was one our out has have him his how its let may new now old see two way who did
    get got use used she too that with this from they will would there their what about which when make like been more some could them
    than then also into your just only very much most such other were does doing don't didn't doesn't isn't it's i'm i've can't won't
    because being before after both each even here itself myself should those these though through under until where while really
    well over same still every`,
  de: `der die das und ist nicht ein eine einen einem einer eines mit auf für von dem den des dass daß auch als wie wir ihr sie man noch
    nur oder aber war bei bis durch nach vor zum zur über unter sich ich mir mich uns haben hat habe hatte sein sind wird werden wurde
    kann können sehr mehr schon wenn weil was wer alle alles kein keine keinen dann doch hier immer`,
  fr: `les des une est pas que qui dans pour par sur avec son ses mes mon nos vos leur leurs plus tout tous toute nous vous ils elles elle
    mais ont été être avoir cette ces ceux aux c'est j'ai n'est qu'il comme très aussi bien faire fait sont était donc`,
  es: `los las una uno del que con por para más pero sus como está están muy todo todos toda todas sin sobre ser son este esta estos
    estas fue hay nos porque cuando también desde entre hasta donde quien ese esa`,
  it: `gli una che con per non del della dei delle nel nella sono come più anche dal dalla alla alle sul sulla questo questa questi molto
    tutto tutti essere stato hanno perché quando`,
  pt: `uma que com por para não dos das mais como mas foi são muito também pelo pela seu sua isso este esta ser tem está nos quando todos`,
  nl: `het een van dat die niet met voor zijn maar ook aan door wat wel heeft hebben over als naar bij uit nog zeer heel kan meer werd`,
  pl: `nie się jest dla jak ale czy tak już tylko był była było przez oraz bardzo być przy mnie może ich jego jej`,
};

const stopWords: ReadonlySet<string> = new Set(Object.values(lists).flatMap((list) => list.split(/\s+/)));

/** Returns whether a word in lower case says nothing about an answer. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word.replaceAll('’', "'"));
}
