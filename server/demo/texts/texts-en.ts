import { lines, type LanguageTexts } from './texts-shape.ts'

export const english: LanguageTexts = {
  locale: 'en',
  places: [
    ['US', 'Portland, Oregon'],
    ['US', 'Burlington, Vermont'],
    ['US', 'Asheville, North Carolina'],
    ['GB', 'Leeds, England'],
    ['GB', 'Edinburgh, Scotland'],
    ['GB', 'Bristol, England'],
    ['CA', 'Halifax, Nova Scotia'],
    ['AU', 'Hobart, Tasmania'],
    ['IE', 'Galway'],
    ['NZ', 'Nelson'],
    ['US', 'Duluth, Minnesota'],
    ['US', 'Austin, Texas'],
  ],
  first: lines(
    `Hannah|Oliver|Priya|Marcus|Eilidh|Tom|Grace|Daniel|Ruth|Caleb|Naomi|Owen|Fiona|Samuel|Beth|Arjun|Clara|Jonah|Maeve|Patrick|Imogen|Theo|Wendy|Luis|Abigail|Desmond|Sophie|Harriet|Malik|Jenna`,
  ),
  last: lines(
    `Whitfield|Okafor|Nair|Bell|Macleod|Hughes|Lindqvist|Price|Goldberg|Turner|Abara|Fletcher|Reyes|Campbell|Sato|Doyle|Marsh|Patel|Ashworth|Kowalski|Byrne|Chen|Hale|Osborne|Pruitt|Vance`,
  ),
  titles: {
    good: lines(
      `Exactly what I hoped for|Worth every penny|Better than in the pictures|A small daily joy|My new favourite|Beautifully made|Bought a second one|Quietly excellent|The real thing|Would buy again tomorrow|Lovely, simple, solid|A present I nearly kept|Feels like it will last|No regrets at all|Just right|You can tell somebody cares`,
    ),
    fair: lines(
      `Good, with one catch|Nice but not perfect|Does the job|Three and a bit|Almost there|Fine for the price|Pretty, with a flaw|Mixed feelings`,
    ),
    poor: lines(
      `Not for me|Expected more|Disappointed|Sent it back|Looks better than it is|Had a problem|Broke too soon|Not as described`,
    ),
  },
  openers: {
    good: lines(
      `I had been looking for one like this for years.|Arrived on a grim Tuesday and improved it at once.|I was sceptical about the price and I am not any more.|We have used it every single day since it came.|Second order from this shop, and again I am delighted.|Took it out of the box and smiled.|My sister has one and I got jealous.|Bought this as a treat after a long winter.|Honestly one of the best things I bought this year.|I do not usually write reviews, but this deserves one.|It is hard to be excited about such a simple thing, and yet here I am.|Four months in and still perfect.`,
    ),
    fair: lines(
      `I wanted to love this and I mostly do.|Decent quality, though I have one reservation.|It is good, just not as good as I had imagined.|After a few weeks I am in two minds.|Nice enough, but read this first.|I like it more each week, after a slow start.`,
    ),
    poor: lines(
      `I really wanted to like it.|Sadly this was a let-down.|Maybe I got a bad one.|For this price I expected something else.|It looked great for about a week.|I gave it a month before writing this.`,
    ),
  },
  about: {
    table: {
      good: lines(
        `The glaze has real depth and changes with the light.|It has a good weight in the hand without being clumsy.|The rim is thin where it should be and the foot does not scratch the table.|Every piece is slightly different, which is the whole point.|It goes through the dishwasher twice a week and looks untouched.|Guests always pick it up and turn it over.|The colour is warmer than on my screen, in the best way.|[warm] It keeps the heat far longer than my old ones.`,
      ),
      fair: lines(
        `The colour is a shade darker than in the photos.|It is a little smaller than I had pictured, so check the measurements.|One had a pinhole in the glaze, inside, where it does not matter much.|[warm] Lovely, but it gets hot in the microwave.`,
      ),
      poor: lines(
        `The glaze crazed after a fortnight of ordinary use.|One arrived with a chip on the rim.|[pours] It drips down the side whenever I pour.|Far smaller than it looks in the pictures.`,
      ),
    },
    kitchen: {
      good: lines(
        `It makes me want to cook, and I am not a cook.|You notice that whoever designed it has stood in a kitchen.|[hard] Cleans up in a minute, which matters more than anything else.|It has replaced three cheaper things in my drawer.|[oil] After the first oiling it turned a wonderful colour.|[grip] The handle is where your hand expects it.|[hard] It has picked up marks already and looks better for them.|Sunday breakfast has become a small ceremony because of it.`,
      ),
      fair: lines(
        `It needs a bit more care than I had thought.|[hard] Heavier than expected, so not for everybody’s wrists.|The instructions could say how to look after it.|Great to use, slow to dry.`,
      ),
      poor: lines(
        `[hard] It warped after the second wash although I followed the instructions.|It had a smell that took weeks to go.|[hard] The finish came off where it matters.|It stains if you so much as look at it with turmeric.`,
      ),
    },
    home: {
      good: lines(
        `It has changed the whole room, which I did not expect of one object.|[cloth] Soft from the first night and softer after every wash.|The dog has claimed it, so I will have to order another one.|The colour is calm and goes with everything we own.|You can feel that it is real material and not some blend.|[cloth] Warm without being stuffy.|[cloth] The stitching is tidy even on the side nobody sees.|It looks like something from my grandmother’s house, and I mean that as praise.`,
      ),
      fair: lines(
        `[cloth] It sheds a little during the first weeks.|[cloth] It was creased on arrival and needed a good airing.|The smaller size is really quite small.|Lovely to touch, but the colour is greyer than pictured.`,
      ),
      poor: lines(
        `[cloth] It lost its shape after one wash on cold.|[cloth] It sheds all over the sofa and does not stop.|[cloth] A seam came open in the first week.|It smelled of the warehouse for a month.`,
      ),
    },
    care: {
      good: lines(
        `[scent] The scent is there without filling the whole house.|[scent] It smells of a real place rather than of perfume.|[skin] A little goes a very long way.|[skin] My cracked winter hands are back to normal after four days.|[wick] It burns evenly right to the end, no tunnel, no soot.|[skin] Nothing artificial about it, and my skin agrees.|[tin] The tin is so pretty that I keep screws in the empty ones.|I put one in the guest bathroom and everybody asks.`,
      ),
      fair: lines(
        `[scent] Pleasant, but the scent is fainter than I would like.|[tin] The lid is hard to open with wet hands.|It melts quickly if you leave it in the sun.|Nice, though I would not call it long-lasting.`,
      ),
      poor: lines(
        `[scent] I could not smell anything from a metre away.|[wick] The wick drowned on the second evening.|[skin] It gave me a rash, so be careful with sensitive skin.|It arrived half melted in August.`,
      ),
    },
    wear: {
      good: lines(
        `[sleeves] True to size, and the sleeves are long enough for once.|It does not itch, and I itch at everything.|Washed it a dozen times and it still looks new.|It survived a week of Scottish weather and so did I.|[sleeves] The fit is relaxed without looking sloppy.|I have worn it three days in a row and regret nothing.|My husband has stopped asking to borrow it and simply takes it.|You can see how carefully the seams are finished.`,
      ),
      fair: lines(
        `Runs about half a size large, so consider going down.|Warm and well made, but it pills a little under the arms.|The colour faded slightly after a few washes.|[sleeves] Lovely fabric; I only wish it had one more pocket.`,
      ),
      poor: lines(
        `It shrank although I washed it cold.|[sleeves] The sleeves are a good inch too short on me.|[sleeves] A seam opened at the shoulder on the second wear.|A thread came loose on the second day.`,
      ),
    },
    outdoor: {
      good: lines(
        `[inside] It came through a night of proper rain without a drop inside.|Light enough to carry, solid enough to trust.|I have dropped it on rocks twice and it only looks more experienced.|Took it round the lakes for five days and it never annoyed me once.|[folds] Everything folds away to less space than you would think.|[straps] The details are right: loops, buckles, the length of the straps.|[cold] It still works at minus eight, I have tried.|Three people at the campsite asked where I had bought it.`,
      ),
      fair: lines(
        `Heavier than the lightweight stuff, which you will notice after ten miles.|[folds] The bag it comes in is rather tight.|[folds] Takes some practice to set up alone.|Very good, but I would have liked a brighter colour.`,
      ),
      poor: lines(
        `[straps] A strap tore out on the second trip.|[inside] It leaked at the seam in moderate rain.|[cap] The cap never closed properly from the start.|One part was missing and I noticed it in the field.`,
      ),
    },
    garden: {
      good: lines(
        `It sits there as if it had always belonged.|The proportions are right, which is rarer than it sounds.|[outside] It has been outside all winter without a mark.|[light] The light in the evening is wonderful with it.|Simple, and thought through to the last screw.|[outside] It makes a chore into something I look forward to.|[desk] My desk has looked tidy ever since, which is a miracle.|[birds] The robins found it within an hour.`,
      ),
      fair: lines(
        `A touch smaller than I had imagined.|[outside] It took me a while to get the angle right.|Good quality, though the packaging was far too much.|Nice object, but I would pay a bit less for it.`,
      ),
      poor: lines(
        `[outside] It arrived with a dent on one side.|[runs] It stopped working after three weeks.|[outside] A crack appeared after the first frost.|[light] It wobbles, and a folded card is not a solution at this price.`,
      ),
    },
  },
  life: lines(
    `I gave one to my mother and she called twice to thank me.|It came in two days, wrapped in paper and no plastic.|We moved house with it and it was the first thing unpacked.|I ordered on Sunday evening and had it on Wednesday.|There was a handwritten note in the parcel, which I have kept.|It was a wedding present and the couple still mentions it.|The photos on the site are honest.|I asked a question before ordering and got an answer from a person.|It replaced one I had for eleven years.|My children fight over it, so draw your own conclusions.`,
  ),
  closers: {
    good: lines(
      `Highly recommended.|I will be back.|Five stars without thinking.|Thank you for making things like this.|Now I want the other colour too.|If you are in doubt, do not be.|It will see me out.|Already on my list for Christmas presents.|Keep doing what you do.|Money well spent.`,
    ),
    fair: lines(
      `Still, I am keeping it.|Four stars would be generous, three are fair.|I would buy it again on sale.|With that fixed it would be perfect.|Overall all right.`,
    ),
    poor: lines(
      `I have asked for a refund.|Such a pity.|I would not order it again.|The idea is good, the execution is not.|I hope the next batch is better.`,
    ),
  },
  replies: {
    good: lines(
      `Thank you, {name}! We read this aloud in the workshop and it made our morning.|That is lovely to hear, {name}. We hope it keeps you company for many years.|Thank you for taking the time, {name}. Do send us a picture when it has some patina.|We are so glad it arrived safely, {name}. See you again, we hope.`,
    ),
    poor: lines(
      `We are sorry, {name}. That is not how it should leave our house. A replacement is on its way to you today.|Thank you for being frank, {name}. Please write to us with your order number and we will put it right.|This should not happen, {name}. We have passed it on to the maker and would like to refund you in full.`,
    ),
  },
}
