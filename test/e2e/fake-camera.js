// Runs in the page before the app: a fake camera in place of the browser's. `globalThis.fakeCamera` defines its picture, its
// lenses and its failures; FakeCamera in fake-camera.ts controls it.
{
  const setup = globalThis.fakeCameraSetup
  const canvas = document.createElement('canvas')
  canvas.width = 1280
  canvas.height = 720
  const pen = canvas.getContext('2d')
  const MODULE = 5
  const camera = {
    calls: [],
    applied: [],
    refusals: setup.refusals ?? [],
    permission: setup.permission ?? 'prompt',
    lenses: setup.lenses ?? [{ id: 'main', label: 'camera2 0, facing back', capabilities: {} }],
    isDead: false,
    rows: [],
    degrees: 0,
    track: undefined,
    isMuted: false,
    end() {
      camera.track.stop()
      camera.track.dispatchEvent(new Event('ended'))
    },
    setMuted(isMuted) {
      camera.isMuted = isMuted
      camera.track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'))
    },
  }
  globalThis.fakeCamera = camera

  const draw = () => {
    // Every picture differs from the last one; otherwise the stream would stall.
    pen.fillStyle = `rgb(96 ${96 + (Date.now() % 3)} 96)`
    pen.fillRect(0, 0, canvas.width, canvas.height)
    if (camera.rows.length === 0) return
    const width = camera.rows[0].length * MODULE
    const rowHeight = camera.rows.length === 1 ? 200 : MODULE
    const height = camera.rows.length * rowHeight
    pen.save()
    pen.translate(canvas.width / 2, canvas.height / 2)
    pen.rotate((camera.degrees * Math.PI) / 180)
    pen.fillStyle = '#e8e8e8'
    pen.fillRect(-width / 2 - 20, -height / 2 - 30, width + 40, height + 60)
    pen.fillStyle = '#181818'
    for (const [row, modules] of camera.rows.entries())
      for (const [index, module] of modules.split('').entries())
        if (module === '1') pen.fillRect(index * MODULE - width / 2, row * rowHeight - height / 2, MODULE, rowHeight)
    pen.restore()
  }
  draw()
  setInterval(draw, 50)

  navigator.mediaDevices.getUserMedia = async ({ video }) => {
    camera.calls.push(video)
    const refusal = camera.refusals.shift()
    if (refusal) throw new DOMException('simulated', refusal)
    camera.permission = 'granted'
    camera.isMuted = false
    // A track without a source has no picture.
    const stream = camera.isDead
      ? new MediaStream([new MediaStreamTrackGenerator({ kind: 'video' })])
      : canvas.captureStream(20)
    const [track] = stream.getVideoTracks()
    const id = video.deviceId?.exact ?? video.deviceId?.ideal
    const lens = camera.lenses.find(each => each.id === id) ?? camera.lenses[0]
    track.getSettings = () => ({ deviceId: lens.id })
    track.getCapabilities = () => lens.capabilities
    track.applyConstraints = async ({ advanced }) => void camera.applied.push(Object.assign({}, ...advanced))
    Object.defineProperty(track, 'muted', { get: () => camera.isMuted })
    camera.track = track
    return stream
  }
  navigator.mediaDevices.enumerateDevices = async () =>
    camera.lenses.map(({ id, label }) => ({
      kind: 'videoinput',
      // As browsers do before the camera is allowed.
      deviceId: camera.permission === 'granted' ? id : '',
      label: camera.permission === 'granted' ? label : '',
    }))
  const query = navigator.permissions.query.bind(navigator.permissions)
  navigator.permissions.query = async wanted =>
    wanted.name === 'camera' ? { state: camera.permission } : query(wanted)
}
