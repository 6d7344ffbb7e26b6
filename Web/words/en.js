// Every word of the page, as one would say it to a child of six. For another language, copy this
// file, translate it, and name it in words.js. Functions take numbers; nothing else of the page
// builds sentences.

export const language = "en";

const numerals = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const many = (count) => numerals[count] ?? `${count}`;
const dice = (count) => `${numerals[count]} ${count === 1 ? "die" : "dice"}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const words = {
  title: "Playfield",

  screen: { inside: "Look inside", "grown-ups": "For grown-ups" },

  mode: { count: "Count", add: "Add", multiply: "Multiply", race: "Race", toss: "Bean-bag toss" },
  modeHint: {
    count: "How many dice?",
    add: "Put them together",
    multiply: "Times them!",
    race: "Be first to nine!",
    toss: "Throw for the hole!",
  },

  games: "Games",

  path: {
    title: "Your path",
    // What one can do who has learned it.
    steps: {
      countToFive: "count up to five dice",
      countToTen: "count up to ten dice",
      addTwo: "add two dice",
      addThree: "add three dice",
      addMore: "add four dice or more",
      timesOnesAndTwos: "do the 1 and 2 times tables",
      timesFives: "do the 5 times table",
      timesThreesFoursAndSixes: "do the 3, 4 and 6 times tables",
      timesThreeDice: "multiply three dice",
    },
    stars: (stars, needed) => `${stars} of ${needed} stars`,
    isLearned: "You can do it!",
    learned: (step) => `Hooray! You can ${step}!`,
    next: (step) => `Next: ${step}`,
  },

  player: {
    title: "Who's playing?",
    fox: "Fox", owl: "Owl", bear: "Bear", frog: "Frog",
    change: (player) => `${player} is playing. Tap to change`,
    playing: (player) => `${player} is playing`,
  },

  prompt: {
    loading: "One moment …",
    loadingShare: (share) => `One moment … ${share}`,
    waiting: "Roll the dice!",
    tapDice: "Tap your dice!",
    rolling: "Rolling …",
    looking: "Let me look …",
    count: "How many dice?",
    add: "How many altogether?",
    multiply: "Times them! What do you get?",
    tooManyDice: (maximum) => `That's too many for me! ${capital(dice(maximum))} or fewer, please.`,
    tooManyInPicture: (maximum) =>
      `That's too many for me! ${capital(dice(maximum))} or fewer, please. Or is the picture on its side?`,
    right: ["Yes!", "Well done!", "Hooray!", "That's it!", "Wonderful!"],
    secret: (answer) => `42! That's our secret number. But here it's ${answer}.`,
    wrong: "Not quite. Let's look together.",
    along: {
      count: "Not quite. Let's count together.",
      add: "Not quite. Let's add them up together.",
      multiply: "Not quite. Let's times them together.",
    },
    shown: {
      count: (values, answer) => `Good try! ${answer === 1 ? "There is" : "There are"} ${dice(answer)}.`,
      add: (values, answer) =>
        `Good try! ${values.length === 1 ? "It's" : `${values.join(" and ")} make`} ${answer}.`,
      multiply: (values, answer) =>
        `Good try! ${values.length === 1 ? "It's" : `${values.join(" times ")} is`} ${answer}.`,
    },
    retry: "Try again!",
    unsure: "I can't read that. Can you write it again?",
    empty: "Write a number first.",
    nextRoll: "Roll again!",
    rollLike: ({ fewest, most }) =>
      fewest === most
        ? `Roll again with ${dice(most)}!`
        : `Roll again with ${numerals[fewest]} or ${dice(most)}!`,
    likeDice: "Let's try these dice!",
    nextPicture: "Try another picture!",
    noDice: "I can't see any dice. Try another picture, or tap in your dice.",
    watching: "Watch the video!",
  },

  // Sections are the nine parts of the board.
  race: {
    who: "Who's racing?",
    start: "Start the race",
    help: (difference, sum) =>
      difference === sum
        ? `Plus or minus? Both take you to ${sum}.` : `Plus or minus? You can get to ${difference} or ${sum}.`,
    roll: (player) => (player ? `${player}, roll two dice!` : "Roll two dice!"),
    tap: (player) => (player ? `${player}, tap your two dice!` : "Tap your two dice!"),
    oneMore: "And one more die!",
    question: "Plus or minus? You choose! Write what it makes.",
    choose: "You rolled again! Which dice do you want?",
    keepOld: "Keep these",
    useNew: "Use these",
    chooseDice: (choice, [first, second]) => `${choice}: ${first} and ${second}`,
    tooFew: "I can only see one die. You need two for the race.",
    tooMany: (count) => `That's ${many(count)} dice! You only need two for the race.`,
    wrong: (first, second) =>
      first === second
        ? `Not quite. ${first} plus ${second}, or ${first} minus ${second}?`
        : `Not quite. ${first} plus ${second}, or ${Math.max(first, second)} minus ${Math.min(first, second)}?`,
    lands: (section) => `Yes! Off to ${section}!`,
    round: (section) => `Past nine and round again! You're on ${section}.`,
    stays: "Zero! You stay right there.",
    secret: "42! That's our secret number. Fly to nine!",
    won: (player) => `${player} wins! Hooray!`,
    rank: (player, rank) => `${player} is ${["first", "second", "third", "fourth"][rank - 1]}`,
    wonAlone: (turns) => (turns === 1 ? "Nine in one turn! Hooray!" : `Nine in ${turns} turns! Hooray!`),
    board: (places) => `The board. ${places.join(". ")}`,
    place: (player, section) => `${player} is on ${section}`,
    racers: "Who is where",
    lost: "I can't find the table. Hold still for a moment!",
    near: "I'm very close to your dice. Can you move me farther away?",
    lay: "Move the board",
    does: {
      left: "Left", right: "Right", farther: "Away from you", nearer: "Towards you", larger: "Larger",
      smaller: "Smaller", turnLeft: "Turn left", turnRight: "Turn right", steeper: "Seen more from above",
      flatter: "Seen more from the side",
    },
    layAgain: "Start over",
    turns: (turns) => (turns === 1 ? "1 turn" : `${turns} turns`),
  },

  say: {
    number: (number) => `${number}`,
    solved: (number, praise) => `${number}. ${praise}`,
  },

  /** Behind the number of dice; behind its question mark, too. */
  tray: { unit: (count) => (count === 1 ? "die" : "dice") },

  live: {
    dice: (values) =>
      values.length === 1 ? `One die: ${values[0]}` : `${values.length} dice: ${values.join(", ")}`,
    die: (value) => `Die showing ${value}. Tap to change it`,
    blankDie: "Die. Tap if it's not a die",
    addFace: (value) => `Add a die showing ${value}`,
  },

  why: {
    title: "May I look at your dice?",
    text: "Pictures never leave this device.",
    yes: "Yes, take a look!",
    file: "Use a photo or video",
    taps: "Tap in my dice",
    placing: "Lean your tablet on some books, so that its camera looks at the dice on the table.",
  },

  problem: {
    retry: "Try again",
    denied: {
      title: "I'm not allowed to use the camera.",
      text: "Ask a grown-up to allow the camera for this page: tap the camera icon next to the web address. Then try again.",
    },
    deniedBySafari: {
      title: "I'm not allowed to use the camera.",
      text: "Ask a grown-up to allow it: in the page menu next to the web address, under Website Settings, set Camera to Allow. Then try again.",
    },
    none: {
      title: "I can't find a camera.",
      text: "Plug one in and try again, or play without one.",
    },
    busy: {
      title: "Another app is using the camera.",
      text: "Close the other app or tab that's using it. Then try again.",
    },
    insecure: {
      title: "The camera can't be used at this address.",
      text: "It only works at addresses that start with https, or on this computer at localhost.",
    },
    plain: {
      title: "The game can't run at this address.",
      text: "It only works at addresses that start with https, or on this computer at localhost.",
    },
    lost: {
      title: "The camera stopped.",
      text: "Plug it in again or switch it on. Your game is still here.",
    },
    dark: {
      title: "The camera's picture is black.",
      text: "Something may be in front of it, or another app may be using it. Then try again.",
    },
    tiny: {
      title: "The camera's picture is too small.",
      text: "I can't see dice in it. Choose another camera, or play without one.",
    },
    camera: {
      title: "The camera didn't start.",
      text: "Try again, or play without it.",
    },
    clip: {
      title: "I can't open this video.",
      text: "It may be damaged, or this browser can't play it. Try another one.",
    },
    picture: {
      title: "I can't open this picture.",
      text: "It may be damaged, or not a picture. Try another one.",
    },
    canvas: {
      title: "This browser keeps pictures from the game.",
      text: "Its protection against fingerprinting hides what pictures show. Allow this page to read canvases, or use another browser.",
    },
    portraits: {
      title: "I can't read pictures yet.",
      text: "Part of the game didn't load. Check your internet connection. Then try again.",
    },
    altered: {
      title: "Part of the game didn't load properly.",
      text: "Nothing is lost. Try again.",
    },
    missing: {
      title: "Part of the game didn't load.",
      text: "Check your internet connection. Then try again.",
    },
    replaced: {
      title: "There's a new version of the game.",
      text: "Tap Try again to get it.",
    },
    unable: {
      title: "This browser is too old for the game.",
      text: "Chrome or Edge 112, Firefox 121, Safari 16.5 or anything newer will do. On an iPhone or iPad, update to iOS or iPadOS 16.5 or newer.",
    },
    broken: {
      title: "Something went wrong.",
      text: "Nothing is lost: tap Try again.",
    },
  },

  listening: {
    label: "Saying the answer",
    loading: "One moment …",
    go: "Say your answer!",
    hearing: "I'm listening …",
    which: (numbers) => (numbers.length === 1 ? "Did you say this?" : "Which one did you say?"),
    fetching: (share) => `I'm getting ready to listen … ${share}`,
    missed: "I didn't hear a number. Say it once more!",
    quiet: "That was very quiet. Come closer and say it once more!",
    again: "Say it again",
    other: "I said something else",
    withdrawn: "Sorry, I misheard you. That one doesn't count.",
    stop: "Write instead",
    problem: {
      denied: "I'm not allowed to use the microphone. Ask a grown-up to allow it for this page.",
      none: "I can't find a microphone. Plug one in, or write your answer.",
      busy: "Another app is using the microphone. Close it, then try again.",
      insecure: "The microphone only works at addresses that start with https. Write your answer.",
      silent: "The microphone is switched off. Switch it on, then try again.",
      stuck: "This device's sound isn't working, so I can't hear you. Write your answer, or try again.",
      lost: "The microphone stopped. Plug it in again, then try again.",
      nobody: "I didn't hear anybody. Try again when you're ready.",
      numbers: "Part of the game didn't load. Check your internet connection. Then try again.",
      replaced: "There's a new version of the game. Load this page again to get it.",
      broken: "The microphone didn't start. Try again, or write your answer.",
    },
  },

  button: {
    home: "Home",
    microphone: "Say the answer",
    check: "Check my answer",
    gear: "More",
    sayAgain: "Hear it again",
    sayAgainRace: "Hear it again, and see where I can go",
    undo: "Undo the last stroke. Hold to clear",
    keypad: "Number keys",
    pencil: "Write by hand",
    backspace: "Delete the last digit. Hold to clear",
    again: "New dice",
    raceAgain: "Race again",
    voiceOn: "Turn the voice on",
    voiceOff: "Turn the voice off",
    inside: "Look inside",
    grownUps: "For grown-ups",
    back: "Back",
    close: "Close",
  },

  // Behind the gear.
  tool: {
    other: "Camera, photo or taps", add: "Add a die I missed", turn: "Turn the picture", mirror: "Flip the picture",
    switch: "Another camera", replay: "Play the video again", labels: "Numbers on the dice",
    raceUndo: "Take back the last move", raceNew: "Start another race", raceBoard: "Move the board", pause: "Pause",
  },

  pause: { title: "Pause", resume: "Keep playing" },

  fix: {
    title: "What does this die show?",
    isDie: "Is this a die?",
    add: "Which die did I miss?",
    none: "That's not a die",
    face: (value) => `It shows ${value}`,
  },

  ink: {
    here: "Write your answer here",
    label: "Paper to write your answer on. You can type it, too, or use the number keys.",
    answer: "Your answer",
  },

  stage: { label: "What the camera sees", faces: "Tap the dice you rolled" },

  grownUps: {
    title: "For grown-ups",
    gate: {
      why: "This part is for grown-ups. To open it, work this out:",
      question: (first, second) => `${first} × ${second}`,
      open: "Open",
      wrong: (question) => `That's not it. What is ${question}?`,
      wait: "That's not it. Please wait half a minute, then try again.",
    },
    version: (number) => `Playfield ${number}`,
    whose: "Whose answers",
    figures: "So far",
    answers: "Answers",
    right: "Right",
    asked: "Questions",
    firstTry: "Right first time",
    minutes: "Minutes per day",
    minutesHint: "Minutes are averaged over the days played. Breaks of more than two minutes don't count.",
    days: "Answers and minutes per day",
    dayLabel: (day, right, wrong, minutes) => `${day}: ${right} right, ${wrong} wrong, ${minutes}`,
    games: "Game by game",
    ofGame: (asked, shown, share) =>
      `${shown} ${asked === 1 ? "question" : "questions"}, ${share} right first time`,
    hard: "Hardest so far",
    noHard: "Nothing hard so far.",
    diceToCount: (count) => `${count} ${count === 1 ? "die" : "dice"}`,
    ofQuestion: (first, asked) => `${first} of ${asked} right first time`,
    races: "Races",
    raceOf: (players, winner, turns) =>
      players.length === 1
        ? `${winner} alone, ${turns} ${turns === 1 ? "turn" : "turns"}`
        : `${players.join(", ")}: ${winner} won after ${turns} ${turns === 1 ? "turn" : "turns"}`,
    rightKey: "right",
    wrongKey: "wrong",
    latest: "Latest answers",
    when: "When",
    what: "What",
    dice: "Dice",
    given: "Answer",
    result: "Result",
    verdict: { right: "✓ right", wrong: "✗ wrong", secret: "secret number" },
    none: "No answers yet. They will be stored on this device only.",
    microphone: "Answers by voice.",
    microphoneHint: "Shows the microphone button. Sound is heard on this device and never kept.",
    keepVoice: "Keep answering by voice on this device (8 MB)",
    voiceComes: (share) => `${share} has come …`,
    voiceKept: "Answering by voice is kept on this device: it works without the internet.",
    voiceFailed: "It didn't come. Check your internet connection, then try again.",
    kept: "Everything is stored on this device only.",
    forgets: "Safari erases it after seven days of browsing without a visit to this page. To keep what you play from then on, add the page to the home screen or the Dock (Share, then Add) and play from there. It starts afresh.",
    export: "Download as CSV",
    removePlayer: (player) => `Remove ${player} and its answers`,
    erase: "Erase everything",
    eraseSure: "Erase for good? Tap again",
    erased: "Everything has been erased.",
    newer: "A newer version of this game has saved answers here. They stay untouched until you erase them. Reload the page to get the new version; answers given now stay until you close the page.",
    forbidden: "This browser won't let me save answers. Today's stay until you close the page; download them as CSV.",
    full: "This device is full. New answers stay until you close the page; download them as CSV, then erase.",
    unreadable: "Saved answers couldn't be read. They stay untouched until you erase them.",
  },

  inside: {
    title: "Look inside",
    intro: "What the game sees, and how it decides.",
    picture: "What the network sees",
    pictureHint: "Thin: every box it finds. Thick: the best box for each die. Tap a box for its scores.",
    confidence: "Minimum confidence",
    overlap: "Maximum overlap (IoU)",
    shape: "Shape",
    shapes: { fit: "Whole picture", fill: "Stretched", crop: "Middle only" },
    defaults: "Reset",
    scores: "Scores of a box",
    digits: "Digits as the network sees them",
    noDigits: "Write an answer in the game to see its digits here.",
    timeline: "Has the roll ended?",
    timelineHint: "The last twelve seconds. A line marks a finished roll. Right now",
    states: {
      clear: "empty", rolling: "rolling", resting: "at rest", still: "still", count: "dice in view",
    },
    waits: {
      dice: "Waiting for dice.",
      stillness: "Waiting until every die lies still.",
      rest: "All still. Just a moment longer.",
      stray: "Another die was in view a moment ago. Waiting for it.",
      change: "This roll is done. Waiting for the next one.",
    },
    seconds: (still, needed) => `${still.toFixed(1)} s, needs ${needed.toFixed(1)} s`,
    times: "Milliseconds per frame looked at",
    stages: {
      take: "take the picture",
      upright: "turn and scale",
      network: "network",
      boxes: "boxes and NMS",
      rules: "rules",
      total: "total",
      framesPerSecond: "frames per second",
    },
    memory: "Memory used (MB)",
    noFrames: "Start a game with the camera, a photo or a video, then look again.",
    boxes: (before, after) => `${before} boxes, ${after} dice`,
    score: (value, part) => `${value}: ${part}`,
  },

  hearing: {
    title: "What the network hears",
    nothing: "Say an answer in the game to see its sound here.",
    sound: "Your answer as the network gets it: time from left to right, low sounds below, loud ones bright",
    hint: "Time from left to right, low sounds below, loud ones bright; and the words heard in it.",
    noWords: "No word was heard clearly.",
    numbers: "Which number is that?",
    none: "no number",
    spoken: (word) => (word === "other" ? "?" : word),
  },
};
