"""Process that has loaded the image worker and forks a copy of it for each image."""

from PIL import Image

from server.media.imaging import image_worker
from tests.server.forks import serve_forks

if __name__ == "__main__":
    Image.init()
    serve_forks(image_worker.main)
