// Every word of the page. For another language, copy this file, translate it, and name it in
// words.js. Functions are handed numbers; nothing else of the page builds sentences.

export const language = "en";

export const words = {
  title: "Playfield",
  hello: "Play with your dice!",

  mode: { count: "Count", add: "Add", multiply: "Multiply" },
  modeHint: {
    count: "How many dice?",
    add: "Put them together",
    multiply: "Times, times",
  },

  prompt: {
    loading: "One moment …",
    waiting: "Roll the dice!",
    tapDice: "Tap your dice!",
    rolling: "They roll …",
    count: "How many dice?",
    add: "How much is it all together?",
    multiply: "Multiply! How much is it?",
    tooManyDice: "Ten dice at most! Take some away.",
    right: ["Yes!", "Well done!", "Hooray!", "That is it!", "Wonderful!"],
    rightAsEver: "42! That is always right.",
    wrong: "Not quite. Let us look.",
    retry: "Try again!",
    unsure: "I cannot read that. Write it again!",
    empty: "Write a number first.",
    nextRoll: "Roll again!",
    nextPicture: "Open another picture!",
    noDice: "I see no dice here. Try another picture, or tap your dice in.",
    watching: "Watch the clip!",
  },

  say: {
    number: (number) => `${number}`,
    solved: (number, praise) => `${number}. ${praise}`,
  },

  live: {
    dice: (values) =>
      values.length === 1 ? `One die: ${values[0]}` : `${values.length} dice: ${values.join(", ")}`,
    die: (value) => `Die: ${value}. Change it`,
    added: "Add a die",
  },

  why: {
    title: "May I look at your dice?",
    text: "The pictures stay on this device.",
    yes: "Yes, look!",
    file: "Open a picture or clip",
    taps: "Tap the dice in",
  },

  problem: {
    retry: "Try again",
    denied: {
      title: "I may not look.",
      text: "Ask a grown-up to allow the camera for this page: tap the sign beside the address. Then try again.",
    },
    none: {
      title: "I find no camera.",
      text: "Plug one in and try again, or play without it.",
    },
    busy: {
      title: "Someone else uses the camera.",
      text: "Close the other program or page that looks through it. Then try again.",
    },
    insecure: {
      title: "The camera stays shut at this address.",
      text: "Browsers open it only where the address begins with https, and on this very computer at localhost.",
    },
    lost: {
      title: "The camera has gone.",
      text: "Plug it in again or wake it up. Your game is still here.",
    },
    tiny: {
      title: "The camera's picture is too small.",
      text: "I cannot see dice in it. Take another camera, or play without one.",
    },
    camera: {
      title: "The camera does not start.",
      text: "Try again, or play without it.",
    },
    clip: {
      title: "I cannot open this film.",
      text: "It is damaged, or of a kind that this browser does not know. Try another one.",
    },
    picture: {
      title: "I cannot open this picture.",
      text: "It is damaged, or no picture at all. Try another one.",
    },
    altered: {
      title: "A part of the game arrived damaged.",
      text: "Nothing is lost. Load it once more.",
    },
    missing: {
      title: "A part of the game did not arrive.",
      text: "Look whether you are online. Then try again.",
    },
    unable: {
      title: "This browser is too old for the game.",
      text: "A newer Chrome, Edge, Firefox or Safari can play it.",
    },
    broken: {
      title: "The game has stumbled.",
      text: "Nothing is lost. Set it on its feet again.",
    },
  },

  button: {
    home: "Home",
    check: "That is my answer",
    undo: "Undo the last stroke",
    clear: "Clear",
    keypad: "Keypad",
    pencil: "Write",
    backspace: "Delete the last digit",
    turn: "Turn the picture",
    mirror: "Mirror the picture",
    switch: "Other camera",
    again: "New dice",
    replay: "Play the clip again",
    voiceOn: "Switch the voice on",
    voiceOff: "Switch the voice off",
    inside: "Look inside",
    grownUps: "For grown-ups",
    back: "Back",
    close: "Close",
  },

  fix: {
    title: "What does this die show?",
    add: "Which die did I miss?",
    none: "That is no die",
  },

  ink: {
    here: "Write the answer here",
    label: "Paper to write the answer on",
    answer: "Your answer",
  },

  stage: { label: "What the camera sees", faces: "Dice to tap in" },

  grownUps: {
    title: "For grown-ups",
    answers: "Answers",
    right: "Right",
    firstTry: "At the first try",
    days: "Answers a day",
    dayLabel: (day, right, wrong) => `${day}: ${right} right, ${wrong} wrong`,
    rightKey: "right",
    wrongKey: "wrong",
    latest: "The latest answers",
    when: "When",
    what: "What",
    dice: "Dice",
    given: "Answer",
    result: "Result",
    wasRight: "right",
    wasWrong: "wrong",
    none: "No answers yet. They will be kept on this device, and nowhere else.",
    kept: "All this is kept on this device, and nowhere else.",
    export: "Save as a table (CSV)",
    erase: "Erase everything",
    eraseSure: "Really erase? Tap once more",
    erased: "Everything is erased.",
    forbidden: "This browser does not let me keep answers. Those of today are here until the page is closed; save them as a table.",
    full: "This device's memory is full. New answers are here until the page is closed; save them as a table, then erase.",
    unreadable: "What was kept could not be read. It is left alone until you erase it.",
  },

  inside: {
    title: "Look inside",
    intro: "What the game sees, and how it decides.",
    picture: "What the network gets",
    pictureHint: "Thin: every box it finds. Thick: what is left of each heap. Tap a box for its scores.",
    confidence: "Least confidence",
    overlap: "Most overlap (IoU)",
    defaults: "Usual values",
    scores: "Scores of a box",
    digits: "Digits as the network gets them",
    noDigits: "Write an answer in the game to see its digits here.",
    timeline: "Has the roll ended?",
    timelineHint: "The last twelve seconds. A line: a roll was told. Now",
    states: {
      clear: "empty", rolling: "rolling", resting: "at rest", still: "lie still", count: "dice in sight",
    },
    waits: {
      dice: "It waits for dice.",
      stillness: "It waits until every die is seen to lie still.",
      rest: "All lie still, but have to for longer.",
      stray: "Another die was in sight a moment ago. It waits for that one.",
      change: "This roll was told. It waits for the next.",
    },
    seconds: (still, needed) => `${still.toFixed(1)} s, needs ${needed.toFixed(1)} s`,
    times: "Milliseconds a frame",
    stages: {
      upright: "turn and scale",
      network: "network",
      boxes: "boxes and NMS",
      rules: "rules",
      total: "all together",
      framesPerSecond: "frames a second",
    },
    memory: "Megabytes the game works in",
    noFrames: "Start a game with the camera, a picture or a clip, then look again.",
    boxes: (before, after) => `${before} boxes, ${after} dice`,
    score: (value, part) => `${value}: ${part}`,
  },
};
