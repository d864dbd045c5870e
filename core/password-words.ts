/**
 * Words for first passwords: short, learnt in the first years of English, spelt with plain letters, and none that sounds or
 * reads like another one that is rude.
 */
export const PASSWORD_WORDS: readonly string[] = `
apple apron arrow aunt autumn badge bag baker ball bamboo banana band bank barn basket bath beach bean
bear bed bee bell belt bench berry bike bird biscuit blanket blue board boat bone book boot bottle bowl
box branch brave bread breeze brick bridge bright broom brother brown brush bubble bucket bunny bus bush
butter button cabin cable cake calm camel camera camp candle candy canoe captain car card carpet carrot
castle cat chain chair chalk cheese cherry chess chicken circle city clap class clay clean clever clock
cloth cloud clown coat cocoa coconut coffee coin comb cook cookie copper corn corner cotton cousin cow
crab cradle crayon cream cricket crown cup curtain daisy dance dancer dawn deer desk diamond dinner doctor
doll dolphin donkey door dove dragon drawer dream dress drum duck eagle early earth easy egg elbow engine
evening fairy family farm farmer fast feather fence fern field finger fire fish flag flame flower flute
fog forest fork fox friend frog fruit garage garden garlic gate gentle giant ginger giraffe glad glass
globe glove goat gold goose grape grass green guitar hammer happy harbor hat hazel heart helmet hill hippo
honest honey horse hotel house ice idea island ivory jacket jam jar jelly jewel jolly judge juice jungle
kettle key kind king kitchen kite kitten kiwi knee ladder lady lake lamb lamp large leaf lemon lesson
letter light lily lime lion little lizard lotus lucky lunch magic mango map maple marble market meadow
melon milk minute mirror monkey moon morning moss mother motor mountain mouse music napkin nature neck
nephew nest new nice night noble noodle north nose note nurse nut oak ocean office olive onion orange
orchid otter oven owl paddle page paint palace palm panda paper parade park parrot party path peach peanut
pear pearl pebble pen pencil penguin pepper piano picnic picture pigeon pillow pilot pine pink pizza
planet plant plate player plum pocket poem polite pond pony potato powder prince proud puppy purple quick
quiet rabbit radio rain rainbow ready ribbon rice ring river robin robot rock rocket roof room root rope
rose round ruler sail sailor salad salt sand scarf school seed shadow sheep shell ship shirt shoe silver
singer sister skirt sky sleepy slow smile snail snow soap sock sofa song soup south spider spoon spring
square squirrel stamp star stone store storm story street strong student sugar summer sun sunny supper
swan sweet swing table tailor tall taxi tea teacher temple tennis tent ticket tiger tomato tooth tower
town toy train travel tree truck tulip tunnel turtle twin uncle valley velvet village violet violin voice
wagon wallet water wave west wheat wheel whisper white wind window winter wise wolf wood wool world yard
yellow young zebra
`
  .trim()
  .split(/\s+/);
