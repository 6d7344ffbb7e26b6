// Written by web-interface from Sources/Web/PlayfieldToss/Interface: what the module's numbers mean.

/** Of this very interface; the module's must be the same. */
export const fingerprint = 2966786660;

/** Of the project. */
export const version = "0.1.0";

export const networks = ["boards", "boardFits", "people", "bodies", "styles"];
export const formats = ["RGBA", "BGRA", "I420", "NV12"];
export const matrices = ["bt601", "bt709", "bt2020"];
export const events = ["stateChanged", "throwEnded", "throwChanged", "notice", "paceChanged"];
export const states = ["lookingForBoard", "waitingForStillCamera", "waitingForPlayer", "ready", "inFlight", "landed", "summary"];
export const troubles = ["cameraMoves", "tooDark", "cutOff", "notSeen", "none"];
export const decisions = ["rest", "path"];
export const notices = ["noFrames", "noBoard", "noThrow", "uncertainBoard", "severalPeople", "cameraMoved", "anotherView", "boardElsewhere", "flightUnseen", "notMeasured", "releaseUnseen", "gameOver", "cutInFlight", "unevenFrames", "gravityDisagrees"];
export const paces = ["nothingLeftOut", "fewerPoses", "fewerFrames", "framesLost"];
export const styles = ["overhand", "underhand", "underleg", "none", "unseen"];
export const outcomes = ["hole", "board", "off"];

const box = (numbers, at) => {
  const [x, y, width, height] = numbers.subarray(at, at + 4);
  return Number.isNaN(x) ? null : { x, y, width, height };
};
const optional = (number) => (Number.isNaN(number) ? null : number);

export const event = {
  length: 7,
  read: (numbers, at) => ({
    kind: events[numbers[at]],
    state: states[numbers[at + 1]],
    number: optional(numbers[at + 2]),
    decision: decisions[numbers[at + 3]],
    notice: notices[numbers[at + 4]],
    value: optional(numbers[at + 5]),
    pace: paces[numbers[at + 6]],
  }),
};

export const toss = {
  length: 22,
  read: (numbers, at) => ({
    number: numbers[at],
    startFrame: numbers[at + 1],
    endFrame: numbers[at + 2],
    releaseFrame: numbers[at + 3],
    time: numbers[at + 4],
    style: styles[numbers[at + 5]],
    styleConfidence: numbers[at + 6],
    angle: optional(numbers[at + 7]),
    angleError: optional(numbers[at + 8]),
    speed: optional(numbers[at + 9]),
    speedError: optional(numbers[at + 10]),
    distance: optional(numbers[at + 11]),
    distanceError: optional(numbers[at + 12]),
    stand: optional(numbers[at + 13]),
    standError: optional(numbers[at + 14]),
    outcome: outcomes[numbers[at + 15]],
    points: numbers[at + 16],
    isWithdrawn: numbers[at + 17] !== 0,
    cameraMoved: numbers[at + 18] !== 0,
    releaseUnseen: numbers[at + 19] !== 0,
    gravityRatio: optional(numbers[at + 20]),
    offTheLine: optional(numbers[at + 21]),
  }),
};

export const pathPoint = {
  length: 5,
  read: (numbers, at) => ({
    frame: numbers[at],
    time: numbers[at + 1],
    x: numbers[at + 2],
    y: numbers[at + 3],
    radius: numbers[at + 4],
  }),
};

export const styleSum = {
  length: 6,
  read: (numbers, at) => ({
    style: styles[numbers[at]],
    count: numbers[at + 1],
    points: numbers[at + 2],
    angle: optional(numbers[at + 3]),
    speed: optional(numbers[at + 4]),
    distance: optional(numbers[at + 5]),
  }),
};

export const eventHash = {
  length: 2,
  read: (numbers, at) => ({
    low: numbers[at],
    high: numbers[at + 1],
  }),
};

export const scene = {
  length: 8,
  read: (numbers, at) => ({
    state: states[numbers[at]],
    trouble: troubles[numbers[at + 1]],
    isBoardInPlace: numbers[at + 2] !== 0,
    isPlayerInView: numbers[at + 3] !== 0,
    first: numbers[at + 4],
    second: numbers[at + 5],
    counted: numbers[at + 6],
    isOver: numbers[at + 7] !== 0,
  }),
};

export const board = {
  length: 14,
  read: (numbers, at) => ({
    confidence: numbers[at],
    corners: [...numbers.subarray(at + 1, at + 9)],
    hole: [...numbers.subarray(at + 9, at + 14)],
  }),
};

export const shownPoint = {
  length: 4,
  read: (numbers, at) => ({
    path: numbers[at],
    x: numbers[at + 1],
    y: numbers[at + 2],
    radius: numbers[at + 3],
  }),
};

export const person = {
  length: 6,
  read: (numbers, at) => ({
    box: box(numbers, at),
    stand: optional(numbers[at + 4]),
    standError: optional(numbers[at + 5]),
  }),
};
